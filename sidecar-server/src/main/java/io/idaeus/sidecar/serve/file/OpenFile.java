/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import io.idaeus.sidecar.disk.NotRegularFileException;
import io.idaeus.sidecar.disk.RegularFile;
import io.netty.buffer.ByteBuf;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file open for one response. The response and each segment hold a reference; the last release closes it. */
public final class OpenFile extends AbstractReferenceCounted {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

    private final ServedFile file;
    private final FileChannel channel;

    private OpenFile(ServedFile file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Follows no link.
     *
     * @throws java.nio.file.NoSuchFileException when it no longer exists
     * @throws NotRegularFileException when it is a link, a directory or the like
     * @throws ChangedFileException when its size differs from the manifest's
     */
    public static OpenFile open(ServedFile file) throws IOException {
        FileChannel channel = RegularFile.open(file.path());
        boolean handedOver = false;
        try {
            if (channel.size() != file.size()) {
                throw new ChangedFileException(
                        "its size is " + channel.size() + " bytes (expected from the manifest: " + file.size() + ")");
            }
            OpenFile open = new OpenFile(file, channel);
            handedOver = true;
            return open;
        } finally {
            if (!handedOver) {
                channel.close();
            }
        }
    }

    public Path path() {
        return file.path();
    }

    public long size() {
        return file.size();
    }

    public FileChannel channel() {
        return channel;
    }

    /** @throws EOFException when the file ends before {@code count} bytes */
    public void read(long from, int count, ByteBuf to) throws IOException {
        int left = count;
        while (left > 0) {
            int read = to.writeBytes(channel, from + count - left, left);
            if (read < 0) {
                throw new EOFException("the file was truncated: it ends at byte " + (from + count - left)
                        + " (expected: " + file.size() + ")");
            }
            left -= read;
        }
    }

    @Override
    public OpenFile retain() {
        super.retain();
        return this;
    }

    @Override
    protected void deallocate() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("{}: closing the file failed", file.path(), e);
        }
    }

    @Override
    public ReferenceCounted touch(Object hint) {
        return this;
    }

    public static final class ChangedFileException extends IOException {
        private static final long serialVersionUID = 1L;

        ChangedFileException(String message) {
            super(message);
        }
    }
}
