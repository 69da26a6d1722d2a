/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.request.RemoteFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.EntityTag;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How small files become durable. No disk tells, so the calls are written down. */
class SmallFilesTest {
    private static final KernelVersion NEW = new KernelVersion(5, 8);
    private static final KernelVersion OLD = new KernelVersion(4, 18);

    @TempDir
    Path directory;

    private final List<String> calls = new ArrayList<>();
    private final NativeFiles files = new NativeFiles(new Recording());
    private boolean diskFails;

    @Test
    void aFileIsWrittenUnderItsNameAndClosed() throws Exception {
        received("a/1", 3);

        assertThat(calls).containsExactly("open a/1", "pwrite a/1", "close a/1");
    }

    @Test
    void oneCallForcesTheFileSystemOnADescriptorThatIsOlderThanTheFiles() throws Exception {
        try (SmallFiles small = new SmallFiles(files, NEW, false)) {
            small.expect(directory);
            small.expect(directory);
            List<Forcing.Received> received = List.of(received("a/1", 3), received("b/2", 3));
            calls.clear();

            small.force(received);
            small.force(received);

            assertThat(calls).containsExactly("syncfs " + directory, "syncfs " + directory);
        }
        assertThat(calls).endsWith("close " + directory);
    }

    /** Before Linux 5.8 syncfs does not say what could not be written. */
    @Test
    void anOlderKernelForcesEveryFileAndEachDirectoryOnceAfterThat() throws Exception {
        try (SmallFiles small = new SmallFiles(files, OLD, false)) {
            small.expect(directory);
            List<Forcing.Received> received = List.of(received("a/1", 3), received("a/2", 3));
            calls.clear();

            small.force(received);

            assertThat(calls)
                    .containsExactly(
                            "open a/1",
                            "sync_file_range a/1",
                            "close a/1",
                            "open a/2",
                            "sync_file_range a/2",
                            "close a/2",
                            "open a/1",
                            "fdatasync a/1",
                            "close a/1",
                            "open a/2",
                            "fdatasync a/2",
                            "close a/2",
                            "open a",
                            "fsync a",
                            "close a");
        }
    }

    @Test
    void aDiskThatFailsIsSaidByEitherKernel() throws Exception {
        for (KernelVersion kernel : List.of(NEW, OLD)) {
            try (SmallFiles small = new SmallFiles(files, kernel, true)) {
                small.expect(directory);
                List<Forcing.Received> received = List.of(received("a/1", 64 << 10));
                calls.clear();
                diskFails = true;

                assertThatThrownBy(() -> small.force(received)).isInstanceOf(IOException.class);

                assertThat(calls)
                        .as("nothing leaves the memory that is not on the disk")
                        .noneMatch(call -> call.startsWith("posix_fadvise"));
                diskFails = false;
            }
        }
    }

    @Test
    void aLargerFileLeavesTheMemoryOnceItIsForced() throws Exception {
        try (SmallFiles small = new SmallFiles(files, NEW, true)) {
            small.expect(directory);
            List<Forcing.Received> received = List.of(received("a/1", 64 << 10), received("a/2", (64 << 10) - 1));
            calls.clear();

            small.force(received);

            assertThat(calls).containsExactly("syncfs " + directory, "open a/1", "posix_fadvise a/1", "close a/1");
        }
    }

    @Test
    void nothingLeavesTheMemoryWhereNobodyAskedForThat() throws Exception {
        try (SmallFiles small = new SmallFiles(files, NEW, false)) {
            small.force(List.of(received("a/1", 64 << 10)));
        }
        assertThat(calls).doesNotContain("posix_fadvise a/1");
    }

    @Test
    void whatAnEarlierBundleBroughtIsProvenByItsBytes() throws Exception {
        byte[] content = SnapshotFiles.bytes(200_000, 1);
        Crc32 crc32 = SnapshotFiles.crc32(content);
        Path file = Files.write(directory.resolve("f"), content);

        assertThat(SmallFiles.isWhole(file, content.length, crc32)).isTrue();
        assertThat(SmallFiles.proveAndForce(file, content.length, crc32)).isTrue();
        assertThat(SmallFiles.isWhole(file, content.length + 1, crc32)).isFalse();
        content[199_999] ^= 1;
        Files.write(file, content);
        assertThat(SmallFiles.isWhole(file, content.length, crc32)).isFalse();
        assertThat(SmallFiles.proveAndForce(file, content.length, crc32)).isFalse();
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        assertThat(SmallFiles.isWhole(link, content.length, SnapshotFiles.crc32(content)))
                .as("a link")
                .isFalse();
        assertThat(SmallFiles.isWhole(directory.resolve("none"), 1, crc32)).isFalse();
    }

    private Forcing.Received received(String destination, int size) throws IOException {
        byte[] content = new byte[size];
        Crc32 crc32 = SnapshotFiles.crc32(content);
        RemoteFile remote = new RemoteFile(
                InetSocketAddress.createUnresolved("10.0.0.1", 1),
                SnapshotFiles.path("Data.db"),
                new EntityTag(crc32, content.length));
        FileTarget target = new FileTarget(Path.of(destination), content.length, crc32, bytes -> {});
        BundleFile file = new BundleFile(remote, target, files, new FetchMetrics());
        file.append(Unpooled.wrappedBuffer(content), 0);
        file.end();
        assertThat(file.state()).isEqualTo(BundleFile.State.RECEIVED);
        return new Forcing.Received(Path.of(destination), size);
    }

    /** Descriptors are the numbers of paths. */
    private final class Recording implements NativeFiles.C {
        private final List<String> paths = new ArrayList<>();

        private int record(String call, int descriptor) {
            calls.add(call + ' ' + paths.get(descriptor));
            return 0;
        }

        @Override
        public int open(String path, int flags, int mode) {
            paths.add(path);
            record("open", paths.size() - 1);
            return paths.size() - 1;
        }

        @Override
        public long pwrite(int descriptor, ByteBuffer bytes, long count, long offset) {
            record("pwrite", descriptor);
            return count;
        }

        @Override
        public int sync_file_range(int descriptor, long offset, long count, int flags) {
            return record("sync_file_range", descriptor);
        }

        @Override
        public int posix_fadvise(int descriptor, long offset, long count, int advice) {
            return record("posix_fadvise", descriptor);
        }

        @Override
        public int fdatasync(int descriptor) {
            record("fdatasync", descriptor);
            return diskFails ? -1 : 0;
        }

        @Override
        public int fsync(int descriptor) {
            return record("fsync", descriptor);
        }

        @Override
        public int syncfs(int descriptor) {
            record("syncfs", descriptor);
            return diskFails ? -1 : 0;
        }

        @Override
        public int close(int descriptor) {
            return record("close", descriptor);
        }

        @Override
        public int unlink(String path) {
            calls.add("unlink " + path);
            return 0;
        }
    }
}
