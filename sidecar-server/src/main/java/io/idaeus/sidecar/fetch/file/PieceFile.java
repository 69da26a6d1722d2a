/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.durable.DurableFiles;
import io.idaeus.sidecar.filemode.FileModes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part file of final length, filled in pieces in any order. One disk thread at a time opens, records and seals it;
 * meanwhile sinks write.
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
     * Locks and opens the part file, and its journal; creates both where one is missing.
     *
     * @param block alignment in bytes, or {@link DirectIoSupport#NONE}
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
            FileChannel channel = opening.add(FileModes.open(part, options(StandardOpenOption.READ, null)));
            PartLock.take(channel, target.part());
            if (channel.size() != target.size()) {
                Files.deleteIfExists(PieceJournal.of(part));
                channel.truncate(0);
                preallocation.extend(part, channel, target.size());
            }
            Direct direct = null;
            if (block != DirectIoSupport.NONE) {
                FileChannel past =
                        opening.add(FileModes.open(part, options(StandardOpenOption.WRITE, DirectIoSupport.option())));
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

    /** Null without direct writes. */
    @Nullable
    Direct direct() {
        return direct;
    }

    public PieceJournal journal() {
        return journal;
    }

    /** Forces the pieces first. */
    public void record(List<ReceivedPiece> pieces) throws IOException {
        long start = System.nanoTime();
        channel.force(false);
        counters.forced(System.nanoTime() - start);
        CrashPoint.FORCED.of("pieces");
        if (!target.isProvenLater()) {
            evictor.evict(target.part(), target.size());
        }
        journal.append(pieces);
        CrashPoint.RECORDED.of("pieces");
    }

    /** Renames the recorded bytes, durably, and closes the file. */
    public void seal() throws IOException {
        long start = System.nanoTime();
        // Open and so locked until the end: no other fetch may take it for a complete part file.
        try (this) {
            DurableFiles.move(target.part(), target.destination());
            CrashPoint.RENAMED.of("pieced-files");
            Files.deleteIfExists(PieceJournal.of(target.part()));
            DurableFiles.forceEntry(target.destination());
            CrashPoint.NAMED.of("pieced-files");
        }
        counters.forced(System.nanoTime() - start);
    }

    /** Also closes the file. */
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

    /** Writes whole blocks past the page cache, the rest through it. */
    record Direct(FileChannel past, FileChannel through, int block) {

        /** Buffer and offset must be aligned. Returns the bytes written past the page cache. */
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
