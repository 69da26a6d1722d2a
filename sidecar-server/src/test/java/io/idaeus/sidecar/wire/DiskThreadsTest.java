/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiskThreadsTest {
    private static final Path STAT = Path.of("/proc/thread-self/stat");

    private final ExecutorService disk = Executors.newSingleThreadExecutor(new DiskThreads("test-disk"));

    @BeforeEach
    void onLinux() {
        assumeTrue(Files.exists(STAT), "threads have nice values on Linux");
    }

    @AfterEach
    void stop() {
        disk.shutdownNow();
    }

    @Test
    void diskThreadsRunAtLowerPriority() {
        int ours = nice();

        int theirs = CompletableFuture.supplyAsync(DiskThreadsTest::nice, disk).join();

        assertThat(theirs).isEqualTo(Math.min(19, Math.max(10, ours))).isGreaterThan(ours);
    }

    @Test
    void anEventLoopFirstUsedByADiskThreadKeepsItsPriority() {
        EventLoopGroup loops = Transport.available().eventLoops(2, "test-loop");
        try {
            int loop = CompletableFuture.supplyAsync(loops::next, disk)
                    .thenComposeAsync(next -> CompletableFuture.supplyAsync(DiskThreadsTest::nice, next), disk)
                    .join();

            assertThat(loop).isEqualTo(nice());
        } finally {
            loops.shutdownGracefully().awaitUninterruptibly();
        }
    }

    /** The priority of the thread that asks: the 19th field of its line, counted behind the name, which may hold spaces. */
    private static int nice() {
        try {
            String stat = Files.readString(STAT);
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
