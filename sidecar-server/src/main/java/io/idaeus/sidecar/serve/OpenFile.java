/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.buffer.ByteBuf;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file open for one response. The response and each of its slices hold a reference; the last one closes it. */
final class OpenFile extends AbstractReferenceCounted {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

    private final ServedFile file;
    private final FileChannel channel;

    private OpenFile(ServedFile file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens the file as the manifest describes it: a regular file, not a link, of that size.
     *
     * @throws java.nio.file.NoSuchFileException when it is gone
     * @throws NotAFileException when it is a link, a directory or the like
     * @throws ChangedFileException when it has another size
     */
    static OpenFile open(ServedFile file) throws IOException {
        // Looked at before it is opened: opening a FIFO would block.
        BasicFileAttributes found =
                Files.readAttributes(file.path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isRegularFile()) {
            throw new NotAFileException();
        }
        FileChannel channel = FileChannel.open(file.path(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        boolean handedOver = false;
        try {
            if (channel.size() != file.size()) {
                throw new ChangedFileException(
                        "it has " + channel.size() + " bytes (expected: " + file.size() + ", as the manifest says)");
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

    Path path() {
        return file.path();
    }

    long size() {
        return file.size();
    }

    FileChannel channel() {
        return channel;
    }

    /** Reads all of a stretch. */
    void read(long from, int count, ByteBuf to) throws IOException {
        int left = count;
        while (left > 0) {
            int read = to.writeBytes(channel, from + count - left, left);
            if (read < 0) {
                throw new EOFException("the file ends at " + (from + count - left) + ": it was truncated");
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
            LOG.warn("{}: closing it failed", file.path(), e);
        }
    }

    @Override
    public ReferenceCounted touch(Object hint) {
        return this;
    }

    /** What is there is no regular file. */
    static final class NotAFileException extends IOException {
        private static final long serialVersionUID = 1L;

        NotAFileException() {
            super("it is not a regular file");
        }
    }

    /** The file is not the one of the manifest. */
    static final class ChangedFileException extends IOException {
        private static final long serialVersionUID = 1L;

        ChangedFileException(String message) {
            super(message);
        }
    }
}
