/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.durable.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes many small files durable at once: by one syncfs(2) for each file system, where the kernel reports its failures
 * (local file systems, since Linux 5.8), else file by file. Thread-safe.
 */
public final class SmallFiles implements Forcing {
    private static final Logger LOG = LoggerFactory.getLogger(SmallFiles.class);

    // Smaller ones stay in the page cache: an import reads most of them.
    private static final long MIN_EVICTED_BYTES = 64 << 10;

    private static final int READ_BYTES = 64 << 10;

    // File systems whose failures syncfs is known to report. An overlay, FUSE or a network may not pass them on.
    static final Set<String> REPORTING = Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs");

    private final NativeFiles files;
    private final Set<String> reporting;

    // Also where one of several file systems does not report.
    private volatile boolean syncsFileSystems;
    private final boolean evicts;

    // A descriptor of each file system, by device. The kernel reports failures since it was opened.
    private final Map<Object, Integer> fileSystems = new ConcurrentHashMap<>();

    /** @param evicts drops larger files from the page cache */
    public SmallFiles(NativeFiles files, KernelVersion kernel, boolean evicts) {
        this(files, kernel, REPORTING, evicts);
    }

    SmallFiles(NativeFiles files, KernelVersion kernel, Set<String> reporting, boolean evicts) {
        this.files = files;
        this.reporting = reporting;
        this.syncsFileSystems = kernel.isAtLeast(5, 8);
        this.evicts = evicts;
    }

    @Override
    public void expect(Path directory) throws IOException {
        Object device = Files.getAttribute(directory, "unix:dev");
        if (syncsFileSystems && !fileSystems.containsKey(device)) {
            if (!reporting.contains(Files.getFileStore(directory).type())) {
                syncsFileSystems = false;
                return;
            }
            int descriptor = files.open(directory.toString());
            if (fileSystems.putIfAbsent(device, descriptor) != null) {
                files.close(descriptor);
            }
        }
    }

    @Override
    public synchronized void force(Collection<Received> received) throws IOException {
        CrashPoint.BEGINS.of("small-files");
        if (syncsFileSystems) {
            for (int descriptor : fileSystems.values()) {
                files.forceFileSystem(descriptor);
            }
        } else {
            forceEach(received);
        }
        CrashPoint.FORCED.of("small-files");
        if (evicts) {
            evict(received);
        }
    }

    private void forceEach(Collection<Received> received) throws IOException {
        for (Received each : received) {
            with(each.file(), files::beginWriteback);
        }
        for (Received each : received) {
            with(each.file(), files::force);
        }
        Set<Path> directories =
                received.stream().map(each -> directory(each.file())).collect(Collectors.toSet());
        for (Path directory : directories) {
            files.forceDirectory(directory.toString());
        }
    }

    private void evict(Collection<Received> received) {
        for (Received each : received) {
            if (each.bytes() >= MIN_EVICTED_BYTES) {
                try {
                    with(each.file(), files::evict);
                } catch (IOException e) {
                    LOG.debug("{}: stays in the page cache", each.file(), e);
                }
            }
        }
    }

    private interface Call {
        void on(int descriptor) throws IOException;
    }

    private void with(Path file, Call call) throws IOException {
        int descriptor = files.open(file.toString());
        try {
            call.on(descriptor);
        } finally {
            files.close(descriptor);
        }
    }

    /**
     * Whether a file that a bundle brought, before the sidecar ended or the host lost power, is whole.
     *
     * @param expected null where it is unknown, and the reader of the file proves it
     */
    public static boolean isWhole(Path file, long size, @Nullable Crc32 expected) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) != size) {
            return false;
        }
        if (expected == null) {
            return true;
        }
        CRC32 found = new CRC32();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
            while (channel.read(buffer.clear()) >= 0) {
                found.update(buffer.flip());
            }
        }
        return Crc32.of(found).equals(expected);
    }

    /** As {@link #isWhole}; makes it durable if so. */
    public static boolean proveAndForce(Path file, long size, @Nullable Crc32 expected) throws IOException {
        if (!isWhole(file, size, expected)) {
            return false;
        }
        force(file);
        DurableFiles.forceDirectory(directory(file));
        return true;
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    public static Path directory(Path file) {
        return Objects.requireNonNull(file.getParent(), "a destination lies in a directory");
    }

    @Override
    public synchronized void close() {
        List<Integer> open = new ArrayList<>(fileSystems.values());
        fileSystems.clear();
        open.forEach(files::close);
    }
}
