/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file that are not proven yet, and the CRC32 of them so far. One thread at a time: a disk thread opens and
 * seals it, in between an event loop writes. What is on disk stays there unless it is discarded.
 */
final class PartFile implements AutoCloseable {
    private static final int REREAD_BYTES = 1024 * 1024;

    private final FetchRequest request;
    private final FetchMeters meters;
    private final FileChannel channel;
    private final CRC32 crc = new CRC32();
    private long length;
    private long resumed;

    private PartFile(FetchRequest request, FetchMeters meters, FileChannel channel) {
        this.request = request;
        this.meters = meters;
        this.channel = channel;
    }

    /**
     * Opens or creates it, locks it until it is closed, and reads what it holds. What cannot be the beginning of the file
     * is discarded.
     *
     * @param stop asked now and then; once true, the reading ends early
     * @throws FetchException IN_USE where another fetch has it open
     */
    static PartFile open(FetchRequest request, FetchMeters meters, BooleanSupplier stop)
            throws IOException, FetchException {
        FileChannel channel = FileChannel.open(
                request.part(),
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS));
        PartFile part = new PartFile(request, meters, channel);
        boolean handedOver = false;
        try {
            part.lock();
            part.reread(stop);
            part.resumed = part.length;
            handedOver = true;
            return part;
        } finally {
            if (!handedOver) {
                channel.close();
            }
        }
    }

    /** Bytes on disk. */
    long length() {
        return length;
    }

    /** How many of them were there when it was opened. */
    long resumed() {
        return resumed;
    }

    boolean isComplete() {
        return length == request.size();
    }

    /** CRC32 of the bytes on disk. */
    int crc32() {
        return (int) crc.getValue();
    }

    /** Appends what is readable; a direct buffer is neither copied for the CRC nor for the write. */
    void append(ByteBuf bytes) throws IOException {
        int count = bytes.readableBytes();
        if (count > request.size() - length) {
            throw new IllegalStateException(
                    request.component() + ": " + (length + count) + " bytes came (expected: " + request.size() + ')');
        }
        long before = length;
        long start = System.nanoTime();
        for (ByteBuffer buffer : bytes.nioBuffers()) {
            crc.update(buffer);
        }
        long checked = System.nanoTime();
        try {
            for (ByteBuffer buffer : bytes.nioBuffers()) {
                write(buffer);
            }
        } finally {
            meters.received(length - before, checked - start, System.nanoTime() - checked);
            request.progress().accept(length - before);
        }
    }

    /** Forgets every byte: the next one is the first. */
    void restart() throws IOException {
        long discarded = length;
        channel.truncate(0);
        length = 0;
        resumed = 0;
        crc.reset();
        if (discarded > 0) {
            request.progress().accept(-discarded);
        }
    }

    /** Makes the proven bytes the destination, durably: the rename is the record that they are proven. */
    void seal() throws IOException {
        long start = System.nanoTime();
        channel.force(false);
        // Still open, and so still locked: nobody else may take it for a part file that is complete.
        Files.move(request.part(), request.destination(), StandardCopyOption.ATOMIC_MOVE);
        forceDirectory();
        meters.forced(System.nanoTime() - start);
    }

    /** Deletes it: its bytes are complete and wrong. */
    void delete() throws IOException {
        Files.delete(request.part());
        request.progress().accept(-length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void lock() throws IOException, FetchException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            throw inUse("this sidecar", sameProcess);
        }
        if (lock == null) {
            throw inUse("another process", null);
        }
    }

    private FetchException inUse(String whose, @Nullable Throwable cause) {
        return new FetchException(
                Reason.IN_USE,
                request.part() + " is open in another fetch of " + whose + " (expected: one at a time)",
                cause);
    }

    private void write(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            length += channel.write(buffer, length);
        }
    }

    private void reread(BooleanSupplier stop) throws IOException {
        long size = channel.size();
        if (size > request.size()) {
            discard(size);
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(REREAD_BYTES, size));
        while (length < size && !stop.getAsBoolean()) {
            int read = channel.read(buffer.clear(), length);
            if (read < 0) {
                throw new IOException(request.part() + " shrank to " + length + " bytes while it was read");
            }
            crc.update(buffer.flip());
            length += read;
        }
        // Whole and wrong without a byte of the network: a crash tore it, and the source is not to blame.
        if (size > 0 && isComplete() && crc32() != request.crc32()) {
            restart();
        }
    }

    private void discard(long size) throws IOException {
        channel.truncate(0);
        request.progress().accept(-size);
    }

    private void forceDirectory() throws IOException {
        Path directory = request.destination().toAbsolutePath().getParent();
        try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }
}
