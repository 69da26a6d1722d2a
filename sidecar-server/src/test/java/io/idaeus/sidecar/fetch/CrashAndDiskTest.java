/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.serve.ServeProcess;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A source that is killed, and a destination that is full. */
@Timeout(120)
class CrashAndDiskTest {
    private static final int SIZE = 96 << 20;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final AtomicLong progress = new AtomicLong();
    private final Map<Process, InetSocketAddress> addresses = new HashMap<>();
    private volatile boolean held;
    private final FileFetcher fetcher = new FileFetcher(OnePiece.settings(), new FetchMetrics());
    private ServedFile served;

    @BeforeEach
    void addFile() {
        served = new SnapshotFiles(source).add("Data.db", SnapshotFiles.bytes(SIZE, 13));
    }

    @AfterEach
    void stop() {
        fetcher.close();
    }

    @Test
    void aSourceKilledInMidBodyCostsOnlyWhatHadNotCome() throws Exception {
        Path destination = staging.resolve("Data.db");
        long before;
        Process killed = start();
        try {
            held = true;
            CompletableFuture<FetchResult> first = fetch(killed, destination);
            Await.until("bytes flow", () -> progress.get() > 0);
            killed.destroyForcibly().waitFor();
            held = false;
            assertThat(first.join()).isInstanceOfSatisfying(Failed.class, failed -> assertThat(
                            failed.reason().retryable())
                    .isTrue());
            before = progress.get();
            assertThat(FetchRequest.partOf(destination)).hasSize(before);
        } finally {
            killed.destroyForcibly();
        }
        Process next = start();
        try {
            assertThat(fetch(next, destination).join()).isEqualTo(new Fetched(SIZE, before));
            assertThat(progress).hasValue(SIZE);
            assertThat(Files.mismatch(served.path(), destination)).isEqualTo(-1);
        } finally {
            next.destroyForcibly();
        }
    }

    @Test
    void aFullDiskIsNamedAndTheFetchGoesOnWhenThereIsRoom() throws Exception {
        Path small = Files.createDirectory(staging.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", small.toString()),
                "no tmpfs can be mounted here: a full disk is not checked");
        Process peer = start();
        try {
            FetchResult result = fetch(peer, small.resolve("Data.db")).join();

            assertThat(result).isInstanceOfSatisfying(Failed.class, failed -> {
                assertThat(failed.reason()).isEqualTo(Reason.DISK_FULL);
                assertThat(failed.reason().retryable()).isFalse();
                assertThat(failed.message()).contains(small.toString());
                assertThat(failed.cause()).isInstanceOf(IOException.class);
            });
            assertThat(Files.size(small.resolve("Data.db.part"))).isEqualTo(progress.get());

            assertThat(run("mount", "-o", "remount,size=200m", small.toString()))
                    .isTrue();
            assertThat(fetch(peer, small.resolve("Data.db")).join()).isInstanceOf(Fetched.class);
        } finally {
            peer.destroyForcibly();
            assertThat(run("umount", small.toString())).isTrue();
        }
    }

    private Process start() throws IOException {
        Process process = ServeProcess.start(
                List.of(), source, Long.toString(served.size()), served.crc32().toString());
        addresses.put(process, ServeProcess.address(process));
        return process;
    }

    private CompletableFuture<FetchResult> fetch(Process peer, Path destination) {
        return fetcher.fetch(new FetchRequest(
                addresses.get(peer),
                SnapshotFiles.path("Data.db"),
                served.size(),
                served.crc32(),
                destination,
                bytes -> {
                    progress.addAndGet(bytes);
                    if (held && progress.get() > 0) {
                        // Of 96 MiB the kernel's buffers hold a few.
                        Await.until("the source is killed", () -> !held);
                    }
                }));
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}
