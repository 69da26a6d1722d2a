/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.durable.DurableFiles;
import io.idaeus.sidecar.fetch.request.RangeSink;
import io.idaeus.sidecar.filemode.FileModes;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A part file filled in order. A disk thread opens and seals it; in between an event loop writes. Bytes stay for the next
 * fetch unless they are discarded.
 */
public final class PartFile implements RangeSink, AutoCloseable {
    private static final int REREAD_BYTES = 1024 * 1024;

    private final FileTarget target;
    private final WriteCounters counters;
    private final FileChannel channel;
    private final RangeWriter writer;
    private final WrittenPageEvictor evictor;
    private long resumed;

    private PartFile(FileTarget target, WriteCounters counters, FileChannel channel, WrittenPageEvictor evictor) {
        this.target = target;
        this.counters = counters;
        this.channel = channel;
        this.evictor = evictor;
        this.writer = new RangeWriter(channel, new PieceRange(0, target.size()), counters, target.progress());
    }

    /**
     * Locks and reads the part file. Discards what cannot be the beginning of the file.
     *
     * @param stop polled; true ends the reading early
     * @throws PartInUseException where another fetch has it open
     */
    public static PartFile open(
            FileTarget target, WriteCounters counters, WrittenPageEvictor evictor, BooleanSupplier stop)
            throws IOException {
        FileChannel channel = FileModes.open(
                target.part(),
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS));
        PartFile part = new PartFile(target, counters, channel, evictor);
        boolean handedOver = false;
        try {
            PartLock.take(channel, target.part());
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

    @Override
    public long position() {
        return writer.position();
    }

    @Override
    public long end() {
        return target.size();
    }

    public long resumed() {
        return resumed;
    }

    public boolean isComplete() {
        return position() == end();
    }

    public Crc32 crc32() {
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
            target.progress().accept(-discarded);
        }
    }

    /** Renames the proven bytes, durably: the name is the proof. */
    public void seal() throws IOException {
        long start = System.nanoTime();
        channel.force(false);
        CrashPoint.FORCED.of("files");
        if (!target.isProvenLater()) {
            evictor.evict(target.part(), target.size());
        }
        // Still open and so still locked: no other fetch may take it for a complete part file.
        DurableFiles.rename(target.part(), target.destination(), "files");
        counters.forced(System.nanoTime() - start);
    }

    public void delete() throws IOException {
        Files.delete(target.part());
        target.progress().accept(-position());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void reread(BooleanSupplier stop) throws IOException {
        long size = channel.size();
        if (size > 0) {
            // Left by a fetch in pieces, when the piece size was smaller.
            Files.deleteIfExists(PieceJournal.of(target.part()));
        }
        if (size > target.size()) {
            discard(size);
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(REREAD_BYTES, size));
        while (position() < size && !stop.getAsBoolean()) {
            int read = channel.read(buffer.clear(), position());
            if (read < 0) {
                throw new IOException(target.part() + " shrank to " + position() + " bytes while it was read");
            }
            writer.skip(buffer.flip());
        }
        // Complete and wrong before the network was used: a crash tore it, and the source is not to blame.
        if (size > 0 && isComplete() && !target.isProvenBy(crc32())) {
            restart();
        }
    }

    private void discard(long size) throws IOException {
        channel.truncate(0);
        target.progress().accept(-size);
    }
}
