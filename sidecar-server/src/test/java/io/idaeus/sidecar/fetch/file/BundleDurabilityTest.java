/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.connection.RemoteFile;
import io.idaeus.sidecar.serve.SnapshotFiles;
import io.idaeus.sidecar.wire.EntityTag;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order the files of a bundle get their bytes and their names. No disk tells, so the calls are written down. */
class BundleDurabilityTest {
    private static final byte[] DATA = {1, 2, 3};

    private final List<String> calls = new ArrayList<>();
    private final NativeFiles files = new NativeFiles(new Recording());
    private boolean diskFails;

    @Test
    void everyFileIsForcedBeforeAnyHasItsNameAndEachDirectoryOnceAfterThat() throws Exception {
        List<BundleFile> whole = List.of(whole("a/1"), whole("a/2"), whole("b/3"));
        calls.clear();

        BundleFile.makeDurable(whole, files, true);

        assertThat(calls)
                .containsExactly(
                        "fdatasync a/1.part",
                        "fdatasync a/2.part",
                        "fdatasync b/3.part",
                        "rename a/1.part a/1",
                        "close a/1.part",
                        "rename a/2.part a/2",
                        "close a/2.part",
                        "rename b/3.part b/3",
                        "close b/3.part",
                        "open a",
                        "fsync a",
                        "close a",
                        "open b",
                        "fsync b",
                        "close b");
        assertThat(whole).allMatch(file -> file.state() == BundleFile.State.DURABLE);
    }

    @Test
    void whereOneCannotBeForcedNoneHasItsName() throws Exception {
        List<BundleFile> whole = List.of(whole("a/1"), whole("a/2"));
        calls.clear();
        diskFails = true;

        assertThatThrownBy(() -> BundleFile.makeDurable(whole, files, true)).isInstanceOf(IOException.class);
        whole.forEach(BundleFile::discard);

        assertThat(calls)
                .containsExactly(
                        "fdatasync a/1.part", "unlink a/1.part", "close a/1.part", "unlink a/2.part", "close a/2.part");
        assertThat(whole).allMatch(file -> file.state() == BundleFile.State.PROVEN);
    }

    @Test
    void aLargerFileLeavesTheMemoryOnceItIsForced() throws Exception {
        List<BundleFile> whole = List.of(whole("a/1", new byte[64 << 10]), whole("a/2", new byte[(64 << 10) - 1]));

        calls.clear();
        BundleFile.makeDurable(whole, files, true);
        assertThat(calls)
                .containsSubsequence("fdatasync a/1.part", "posix_fadvise a/1.part", "rename a/1.part a/1")
                .doesNotContain("posix_fadvise a/2.part");
    }

    @Test
    void nothingLeavesTheMemoryWhereNobodyAskedForThat() throws Exception {
        List<BundleFile> whole = List.of(whole("a/1", new byte[64 << 10]));

        BundleFile.makeDurable(whole, files, false);

        assertThat(calls).doesNotContain("posix_fadvise a/1.part");
    }

    private BundleFile whole(String destination) throws IOException {
        return whole(destination, DATA);
    }

    private BundleFile whole(String destination, byte[] content) throws IOException {
        Crc32 crc32 = SnapshotFiles.crc32(content);
        RemoteFile remote = new RemoteFile(
                InetSocketAddress.createUnresolved("10.0.0.1", 1),
                SnapshotFiles.path("Data.db"),
                new EntityTag(crc32, content.length));
        FileTarget target = new FileTarget(Path.of(destination), content.length, crc32, bytes -> {});
        BundleFile file = new BundleFile(remote, target, files, new FetchMetrics());
        file.append(Unpooled.wrappedBuffer(content), 0);
        file.end();
        return file;
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
        public int close(int descriptor) {
            return record("close", descriptor);
        }

        @Override
        public int rename(String from, String to) {
            calls.add("rename " + from + ' ' + to);
            return 0;
        }

        @Override
        public int unlink(String path) {
            calls.add("unlink " + path);
            return 0;
        }
    }
}
