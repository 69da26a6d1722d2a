/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which file systems support direct writes (O_DIRECT). Thread-safe. */
public final class DirectIoSupport {
    private static final Logger LOG = LoggerFactory.getLogger(DirectIoSupport.class);

    public static final int NONE = 0;

    // File systems that are the page cache themselves.
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    private final Map<Object, Integer> blocks = new ConcurrentHashMap<>();

    static OpenOption option() {
        return ExtendedOpenOption.DIRECT;
    }

    /** Alignment of direct writes in bytes, or {@link #NONE}. */
    public int block(Path directory) throws IOException {
        if (!directory.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return NONE;
        }
        Object device = Files.getAttribute(directory, "unix:dev");
        Integer known = blocks.get(device);
        if (known == null) {
            known = probe(directory);
            blocks.put(device, known);
        }
        return known;
    }

    private static int probe(Path directory) {
        try {
            FileStore store = Files.getFileStore(directory);
            long block = store.getBlockSize();
            if (IN_MEMORY.contains(store.type()) || Long.bitCount(block) != 1 || block > AlignedBufferPool.MAX_BLOCK) {
                LOG.info(
                        "{}: {} has no direct writes; large files are written through the page cache",
                        directory,
                        store.type());
                return NONE;
            }
            Path probe = Files.createTempFile(directory, ".idaeus-direct-", ".probe");
            try {
                write(probe, (int) block);
            } finally {
                Files.delete(probe);
            }
            LOG.info("{}: {} has direct writes; large files are written past the page cache", directory, store.type());
            return (int) block;
        } catch (IOException | UnsupportedOperationException e) {
            LOG.info(
                    "{}: direct writes failed; large files are written through the page cache: {}",
                    directory,
                    e.toString());
            return NONE;
        }
    }

    private static void write(Path probe, int block) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(2 * block).alignedSlice(block);
        try (FileChannel channel = FileChannel.open(probe, StandardOpenOption.WRITE, option())) {
            channel.write(bytes.limit(block), 0);
        }
    }
}
