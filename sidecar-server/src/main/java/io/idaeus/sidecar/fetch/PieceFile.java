/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

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
 * A part file that is filled in pieces, in any order, as long as the file from the start. Disk threads open, record and seal
 * it, one at a time; meanwhile sinks write to its channels.
 */
final class PieceFile implements AutoCloseable {
    private final FetchRequest request;
    private final FetchMetrics meters;
    private final FileChannel channel;
    private final @Nullable Direct direct;
    private final PieceJournal journal;
    private final WrittenPageEvictor written;

    private PieceFile(
            FetchRequest request,
            FetchMetrics meters,
            FileChannel channel,
            @Nullable Direct direct,
            PieceJournal journal,
            WrittenPageEvictor written) {
        this.request = request;
        this.meters = meters;
        this.channel = channel;
        this.direct = direct;
        this.journal = journal;
        this.written = written;
    }

    /**
     * Opens it where it and its journal are there, else makes both anew; locks it until it is closed.
     *
     * @param block of direct writes; {@link DirectIoSupport#NONE} where they cannot or shall not be
     * @throws FetchException IN_USE where another fetch has it open
     */
    static PieceFile open(
            FetchRequest request,
            PieceLayout pieces,
            FetchMetrics meters,
            int block,
            Preallocation preallocation,
            WrittenPageEvictor written)
            throws IOException, FetchException {
        Path part = request.part();
        try (Opening opening = new Opening()) {
            FileChannel channel = opening.add(FileChannel.open(part, options(StandardOpenOption.READ, null)));
            PartLock.take(channel, request);
            if (channel.size() != request.size()) {
                Files.deleteIfExists(PieceJournal.of(part));
                channel.truncate(0);
                preallocation.extend(part, channel, request.size());
            }
            Direct direct = null;
            if (block != DirectIoSupport.NONE) {
                FileChannel past = opening.add(
                        FileChannel.open(part, options(StandardOpenOption.WRITE, DirectIoSupport.option())));
                direct = new Direct(past, channel, block);
            }
            PieceJournal journal = opening.add(PieceJournal.open(request, pieces));
            opening.keep();
            return new PieceFile(request, meters, channel, direct, journal, written);
        }
    }

    FileChannel channel() {
        return channel;
    }

    /** Writes past the page cache; null where the file system cannot. */
    @Nullable
    Direct direct() {
        return direct;
    }

    PieceJournal journal() {
        return journal;
    }

    /** Forces what was written, and then says so in the journal. */
    void record(List<ReceivedPiece> pieces) throws IOException {
        long start = System.nanoTime();
        channel.force(false);
        meters.forced(System.nanoTime() - start);
        CrashPoint.FORCED.of("pieces");
        written.letGo(request.part(), request.size());
        journal.append(pieces);
        CrashPoint.RECORDED.of("pieces");
    }

    /** Makes the recorded bytes the destination, durably: the rename is the record that they are proven. Closes it. */
    void seal() throws IOException {
        long start = System.nanoTime();
        // Open until the end, and so locked: nobody else may take it for a part file that is complete.
        try (this) {
            Files.move(request.part(), request.destination(), StandardCopyOption.ATOMIC_MOVE);
            CrashPoint.RENAMED.of("pieced-files");
            Files.deleteIfExists(PieceJournal.of(request.part()));
            Path directory = request.destination().toAbsolutePath().getParent();
            try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
                entry.force(true);
            }
            CrashPoint.NAMED.of("pieced-files");
        }
        meters.forced(System.nanoTime() - start);
    }

    /** Deletes it: its bytes are wrong. Closes it. */
    void delete() throws IOException {
        try (this) {
            Files.deleteIfExists(PieceJournal.of(request.part()));
            Files.deleteIfExists(request.part());
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
     * Writes past the page cache in whole blocks, and what is left of one through it.
     *
     * @param past opened for direct writes
     * @param through the page cache
     * @param block of what lengths, offsets and addresses must be multiples
     */
    record Direct(FileChannel past, FileChannel through, int block) {

        /** Writes all of an aligned buffer; tells how many bytes of it passed the page cache. */
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

    /** What is closed again unless all of it could be opened. */
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
