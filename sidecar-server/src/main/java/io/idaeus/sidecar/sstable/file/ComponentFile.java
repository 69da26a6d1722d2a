/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.NotRegularFileException;
import io.idaeus.sidecar.disk.RegularFile;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** An open file of an SSTable. Opening never follows a link, nor waits for a pipe. */
public final class ComponentFile implements AutoCloseable {
    private final Path path;
    private final String name;
    private final FileChannel channel;
    private final long size;

    private ComponentFile(Path path, FileChannel channel, long size) {
        this.path = path;
        this.name = String.valueOf(path.getFileName());
        this.channel = channel;
        this.size = size;
    }

    public static ComponentFile open(Path path) throws SstableException {
        try {
            FileChannel channel = RegularFile.open(path);
            boolean handedOver = false;
            try {
                ComponentFile file = new ComponentFile(path, channel, channel.size());
                handedOver = true;
                return file;
            } finally {
                if (!handedOver) {
                    channel.close();
                }
            }
        } catch (NotRegularFileException e) {
            throw new SstableException(
                    Code.NOT_A_FILE,
                    path.getFileName() + " is a link, a pipe or the like (expected: a regular file)",
                    e);
        } catch (NoSuchFileException e) {
            throw new SstableException(Code.MISSING_COMPONENT, path.getFileName() + " does not exist any more", e);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static SstableException unreadable(Path path, IOException e) {
        return new SstableException(
                Code.UNREADABLE_FILE,
                path.getFileName() + " cannot be read: " + e.getMessage()
                        + " (expected: a readable file); run the sidecar as Cassandra's user",
                e);
    }

    public String name() {
        return name;
    }

    /** Bytes, when it was opened. */
    public long size() {
        return size;
    }

    public byte[] readAll(int limit) throws SstableException {
        if (size > limit) {
            throw new SstableException(
                    Code.CORRUPT_COMPONENT, name() + ": " + size + " bytes (expected: at most " + limit + ")");
        }
        return read(0, (int) size);
    }

    public byte[] read(long position, int length) throws SstableException {
        if (position < 0 || length < 0 || position > size - length) {
            throw new SstableException(
                    Code.CORRUPT_COMPONENT,
                    name() + ": " + length + " bytes at " + position + " (expected: within its " + size + " bytes)");
        }
        DirectoryScans.at(path);
        ByteBuffer buffer = ByteBuffer.allocate(length);
        try {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, position + buffer.position()) < 0) {
                    throw new SstableException(
                            Code.CORRUPT_COMPONENT,
                            name() + ": shrank while it was read (expected: " + size + " bytes)");
                }
            }
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        return buffer.array();
    }

    @Override
    public void close() throws SstableException {
        try {
            channel.close();
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }
}
