/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.durable.CrashPoint;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part file that is filled in pieces, in any order; it has its final length from the start. Disk threads open, record and
 * seal it, one at a time. Meanwhile sinks write to its channels.
 */
public final class PieceFile implements AutoCloseable {
    private final FileTarget target;
    private final WriteCounters counters;
    private final FileChannel channel;
    private final @Nullable Direct direct;
    private final PieceJournal journal;
    private final WrittenPageEvictor evictor;

    private PieceFile(
            FileTarget target,
            WriteCounters counters,
            FileChannel channel,
            @Nullable Direct direct,
            PieceJournal journal,
            WrittenPageEvictor evictor) {
        this.target = target;
        this.counters = counters;
        this.channel = channel;
        this.direct = direct;
        this.journal = journal;
        this.evictor = evictor;
    }

    /**
     * Opens the part file and its journal, or creates both where one is missing. Locks the file until it is closed.
     *
     * @param block the alignment of direct writes, or {@link DirectIoSupport#NONE} for none
     * @throws PartInUseException where another fetch has it open
     */
    static PieceFile open(
            FileTarget target,
            PieceLayout pieces,
            WriteCounters counters,
            int block,
            Preallocation preallocation,
            WrittenPageEvictor evictor)
            throws IOException {
        Path part = target.part();
        try (Opening opening = new Opening()) {
            FileChannel channel = opening.add(FileChannel.open(part, options(StandardOpenOption.READ, null)));
            PartLock.take(channel, target.part());
            if (channel.size() != target.size()) {
                Files.deleteIfExists(PieceJournal.of(part));
                channel.truncate(0);
                preallocation.extend(part, channel, target.size());
            }
            Direct direct = null;
            if (block != DirectIoSupport.NONE) {
                FileChannel past = opening.add(
                        FileChannel.open(part, options(StandardOpenOption.WRITE, DirectIoSupport.option())));
                direct = new Direct(past, channel, block);
            }
            PieceJournal journal = opening.add(PieceJournal.open(target, pieces));
            opening.keep();
            return new PieceFile(target, counters, channel, direct, journal, evictor);
        }
    }

    FileChannel channel() {
        return channel;
    }

    /** Null where there are no direct writes. */
    @Nullable
    Direct direct() {
        return direct;
    }

    public PieceJournal journal() {
        return journal;
    }

    /** Forces the written bytes, and then records the pieces in the journal. */
    public void record(List<ReceivedPiece> pieces) throws IOException {
        long start = System.nanoTime();
        channel.force(false);
        counters.forced(System.nanoTime() - start);
        CrashPoint.FORCED.of("pieces");
        evictor.evict(target.part(), target.size());
        journal.append(pieces);
        CrashPoint.RECORDED.of("pieces");
    }

    /** Makes the recorded bytes the destination, durably, and closes the file. The rename records that they are proven. */
    public void seal() throws IOException {
        long start = System.nanoTime();
        // Open and so locked until the end: no other fetch may take it for a complete part file.
        try (this) {
            Files.move(target.part(), target.destination(), StandardCopyOption.ATOMIC_MOVE);
            CrashPoint.RENAMED.of("pieced-files");
            Files.deleteIfExists(PieceJournal.of(target.part()));
            Path directory = target.destination().toAbsolutePath().getParent();
            try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
                entry.force(true);
            }
            CrashPoint.NAMED.of("pieced-files");
        }
        counters.forced(System.nanoTime() - start);
    }

    /** Deletes the file, because its bytes are wrong, and closes it. */
    public void delete() throws IOException {
        try (this) {
            Files.deleteIfExists(PieceJournal.of(target.part()));
            Files.deleteIfExists(target.part());
        }
    }

    @Override
    public void close() throws IOException {
        try (channel;
                journal) {
            if (direct != null) {
                direct.past().close();
            }
        }
    }

    private static Set<OpenOption> options(OpenOption first, @Nullable OpenOption second) {
        Set<OpenOption> options =
                new HashSet<>(Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        options.add(first);
        if (second != null) {
            options.add(second);
        }
        return options;
    }

    /**
     * Writes whole blocks past the page cache, and the rest through it.
     *
     * @param past the channel for direct writes
     * @param through the channel that uses the page cache
     * @param block the alignment of lengths, offsets and addresses
     */
    record Direct(FileChannel past, FileChannel through, int block) {

        /** Writes an aligned buffer, and returns how many of its bytes were written directly. */
        int write(ByteBuffer bytes, long at) throws IOException {
            int length = bytes.remaining();
            int blocks = length / block * block;
            write(past, bytes.slice(0, blocks), at);
            write(through, bytes.slice(blocks, length - blocks), at + blocks);
            return blocks;
        }

        private static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes, at + bytes.position());
            }
        }
    }

    private static final class Opening implements Closeable {
        private final Deque<Closeable> opened = new ArrayDeque<>();

        <T extends Closeable> T add(T one) {
            opened.push(one);
            return one;
        }

        void keep() {
            opened.clear();
        }

        @Override
        public void close() throws IOException {
            for (Closeable one : opened) {
                one.close();
            }
        }
    }
}
