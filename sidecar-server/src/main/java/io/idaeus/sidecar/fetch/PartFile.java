/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.durable.CrashPoint;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The bytes of a file that are not proven yet, and the CRC32 of them so far. One thread at a time: a disk thread opens and
 * seals it, in between an event loop writes. What is on disk stays there unless it is discarded.
 */
final class PartFile implements BodySink, AutoCloseable {
    private static final int REREAD_BYTES = 1024 * 1024;

    private final FetchRequest request;
    private final FetchMetrics meters;
    private final FileChannel channel;
    private final RangeWriter writer;
    private final WrittenPageEvictor written;
    private long resumed;

    private PartFile(FetchRequest request, FetchMetrics meters, FileChannel channel, WrittenPageEvictor written) {
        this.request = request;
        this.meters = meters;
        this.channel = channel;
        this.written = written;
        this.writer = new RangeWriter(channel, 0, request.size(), meters, request.progress());
    }

    /**
     * Opens or creates it, locks it until it is closed, and reads what it holds. What cannot be the beginning of the file
     * is discarded.
     *
     * @param stop asked now and then; once true, the reading ends early
     * @throws FetchException IN_USE where another fetch has it open
     */
    static PartFile open(FetchRequest request, FetchMetrics meters, WrittenPageEvictor written, BooleanSupplier stop)
            throws IOException, FetchException {
        FileChannel channel = FileChannel.open(
                request.part(),
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS));
        PartFile part = new PartFile(request, meters, channel, written);
        boolean handedOver = false;
        try {
            PartLock.take(channel, request);
            part.reread(stop);
            part.resumed = part.position();
            handedOver = true;
            return part;
        } finally {
            if (!handedOver) {
                channel.close();
            }
        }
    }

    @Override
    public long first() {
        return 0;
    }

    /** Bytes on disk. */
    @Override
    public long position() {
        return writer.position();
    }

    @Override
    public long end() {
        return request.size();
    }

    /** How many of them were there when it was opened. */
    long resumed() {
        return resumed;
    }

    boolean isComplete() {
        return position() == end();
    }

    /** CRC32 of the bytes on disk. */
    Crc32 crc32() {
        return new Crc32(writer.crc32());
    }

    @Override
    public void append(ByteBuf bytes) throws IOException {
        writer.append(bytes);
    }

    @Override
    public void restart() throws IOException {
        channel.truncate(0);
        resumed = 0;
        long discarded = writer.restart();
        if (discarded > 0) {
            request.progress().accept(-discarded);
        }
    }

    /** Makes the proven bytes the destination, durably: the rename is the record that they are proven. */
    void seal() throws IOException {
        long start = System.nanoTime();
        channel.force(false);
        CrashPoint.FORCED.of("files");
        written.letGo(request.part(), request.size());
        // Still open, and so still locked: nobody else may take it for a part file that is complete.
        Files.move(request.part(), request.destination(), StandardCopyOption.ATOMIC_MOVE);
        CrashPoint.RENAMED.of("files");
        forceDirectory();
        CrashPoint.NAMED.of("files");
        meters.forced(System.nanoTime() - start);
    }

    /** Deletes it: its bytes are complete and wrong. */
    void delete() throws IOException {
        Files.delete(request.part());
        request.progress().accept(-position());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void reread(BooleanSupplier stop) throws IOException {
        long size = channel.size();
        if (size > 0) {
            // Of a time when pieces were smaller.
            Files.deleteIfExists(PieceJournal.of(request.part()));
        }
        if (size > request.size()) {
            discard(size);
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(REREAD_BYTES, size));
        while (position() < size && !stop.getAsBoolean()) {
            int read = channel.read(buffer.clear(), position());
            if (read < 0) {
                throw new IOException(request.part() + " shrank to " + position() + " bytes while it was read");
            }
            writer.skip(buffer.flip());
        }
        // Whole and wrong without a byte of the network: a crash tore it, and the source is not to blame.
        if (size > 0 && isComplete() && !crc32().equals(request.crc32())) {
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
