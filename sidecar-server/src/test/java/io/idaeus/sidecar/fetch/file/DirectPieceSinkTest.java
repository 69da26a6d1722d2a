/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.fetch.FetchMetrics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A piece whose bytes come in buffers of others, faster than the disk takes them. */
class DirectPieceSinkTest {
    private static final int BUFFER = AlignedBufferPool.BYTES;
    private static final long BUFFERS = 4;
    private static final int SIZE = 3 * BUFFER + 4321;
    private static final int READ = 512 * 1024;

    @TempDir
    Path directory;

    private final byte[] data = new byte[SIZE];
    private final Queue<Runnable> disk = new ArrayDeque<>();
    private Executor writers = disk::add;
    private final AtomicLong progress = new AtomicLong();
    private final List<ByteBuf> reads = new ArrayList<>();
    private final AlignedBufferPool buffers = new AlignedBufferPool(BUFFERS * (BUFFER + AlignedBufferPool.MAX_BLOCK));
    private Path file;
    private FileChannel channel;
    private int resumed;
    private @Nullable Error listenerDefect;

    @BeforeEach
    void open() throws Exception {
        new Random(7).nextBytes(data);
        file = directory.resolve("Data.db.part");
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
    }

    @AfterEach
    void everyReadIsReleased() throws Exception {
        channel.close();
        assertThat(reads).allSatisfy(read -> assertThat(read.refCnt()).isZero());
    }

    @Test
    void whatWasReadAlreadyWaitsUntilABufferIsFree() throws Exception {
        DirectPieceSink piece = piece(channel);

        append(piece, 0, 2 * BUFFER);
        assertThat(piece.isFull()).isTrue();
        append(piece, 2 * BUFFER, SIZE);
        assertThat(piece.position()).isEqualTo(SIZE);
        assertThat(piece.reported()).isZero();
        List<@Nullable Throwable> ends = settle(piece);

        runDisk();
        assertThat(ends).containsExactly((Throwable) null);
        assertThat(file).hasBinaryContent(data);
        assertThat(piece.crc32()).isEqualTo(crc());
        assertThat(progress).hasValue(SIZE);
        piece.close();
        assertThat(buffers.free()).isEqualTo((int) BUFFERS);
    }

    @Test
    void itIsReadAgainOnlyWhenNothingWaitsAnyMore() throws Exception {
        DirectPieceSink piece = piece(channel);
        append(piece, 0, 3 * BUFFER);

        disk.remove().run();
        // The third buffer full went to the disk at once: both are still busy.
        assertThat(piece.isFull()).isTrue();
        assertThat(resumed).isZero();
        disk.remove().run();
        assertThat(piece.isFull()).isFalse();
        assertThat(resumed).isEqualTo(1);
        runDisk();
        piece.close();
    }

    @Test
    void oneBufferIsEnoughWhereThePoolHasNoOther() throws Exception {
        DirectPieceSink piece = piece(channel);
        ByteBuf other = Objects.requireNonNull(buffers.take());

        append(piece, 0, BUFFER);
        assertThat(piece.isFull()).isTrue();
        runDisk();
        assertThat(piece.isFull()).isFalse();
        assertThat(resumed).isEqualTo(1);

        append(piece, BUFFER, SIZE);
        runDisk();
        assertThat(settle(piece)).containsExactly((Throwable) null);
        assertThat(file).hasBinaryContent(data);
        piece.close();
        assertThat(buffers.free()).isEqualTo(3);
        buffers.giveBack(other);
    }

    @Test
    void otherPiecesGetTheSecondBufferWhileItIsNotNeeded() throws Exception {
        DirectPieceSink piece = piece(channel);
        append(piece, 0, BUFFER);
        assertThat(buffers.free()).isEqualTo(2);

        runDisk();
        assertThat(buffers.free()).isEqualTo(3);
        assertThat(piece.isFull()).isFalse();
        piece.close();
        assertThat(buffers.free()).isEqualTo((int) BUFFERS);
    }

    @Test
    void everyBufferIsFreeOnceAllBytesAreWritten() throws Exception {
        DirectPieceSink piece = piece(channel);
        append(piece, 0, SIZE);
        runDisk();

        assertThat(buffers.free()).isEqualTo((int) BUFFERS);
        // The end of the response is still read.
        assertThat(piece.isFull()).isFalse();
        assertThat(piece.lend(READ)).isNull();
        piece.close();
        assertThat(buffers.free()).isEqualTo((int) BUFFERS);
    }

    @Test
    void afterAFailedWriteNothingIsKept() throws Exception {
        FileChannel closed = FileChannel.open(file, StandardOpenOption.WRITE);
        closed.close();
        DirectPieceSink piece = piece(closed);
        append(piece, 0, SIZE);
        List<@Nullable Throwable> ends = settle(piece);

        runDisk();
        assertThat(ends).singleElement().isInstanceOf(IOException.class);
        assertThat(progress).hasValue(0);
        piece.close();
    }

    @Test
    void aDefectOfAWriterEndsThePiece() throws Exception {
        try (FileChannel readOnly = FileChannel.open(file, StandardOpenOption.READ)) {
            DirectPieceSink piece = piece(readOnly);
            append(piece, 0, SIZE);
            List<@Nullable Throwable> ends = settle(piece);

            runDisk();
            assertThat(ends).singleElement().isInstanceOf(NonWritableChannelException.class);
            piece.close();
        }
    }

    @Test
    void writersThatRejectABufferEndThePiece() throws Exception {
        writers = task -> {
            throw new RejectedExecutionException("closed");
        };
        DirectPieceSink piece = piece(channel);
        append(piece, 0, BUFFER);
        List<@Nullable Throwable> ends = settle(piece);

        assertThat(ends).singleElement().isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> append(piece, BUFFER, SIZE)).isInstanceOf(IOException.class);
        piece.close();
        assertThat(buffers.free()).isEqualTo((int) BUFFERS);
    }

    @Test
    void aDefectOfTheProgressListenerEndsThePiece() throws Exception {
        listenerDefect = new OutOfMemoryError("a test");
        DirectPieceSink piece = piece(channel);
        append(piece, 0, SIZE);
        List<@Nullable Throwable> ends = settle(piece);

        runDisk();
        assertThat(ends).containsExactly(listenerDefect);
        piece.close();
    }

    @Test
    void aPieceThatIsGivenUpKeepsNothing() throws Exception {
        DirectPieceSink piece = piece(channel);
        append(piece, 0, SIZE);

        piece.close();
    }

    private DirectPieceSink piece(FileChannel to) {
        ByteBuf first = buffers.take();
        DirectPieceSink piece = new DirectPieceSink(
                new PieceFile.Direct(to, channel, 4096),
                new PieceRange(0, SIZE),
                first,
                buffers,
                writers,
                new FetchMetrics(),
                this::report);
        piece.attach(Runnable::run, () -> resumed++);
        return piece;
    }

    /** Bytes that no lent buffer took: many buffers, each released by the reader. */
    private void append(DirectPieceSink piece, int from, int to) throws IOException {
        for (int at = from; at < to; at += READ) {
            ByteBuf read = Unpooled.directBuffer(READ).writeBytes(data, at, Math.min(READ, to - at));
            reads.add(read);
            try {
                piece.append(read);
            } finally {
                read.release();
            }
        }
    }

    private static List<@Nullable Throwable> settle(DirectPieceSink piece) {
        List<@Nullable Throwable> ends = new ArrayList<>();
        piece.settle(ends::add);
        return ends;
    }

    private void report(long bytes) {
        if (listenerDefect != null) {
            throw listenerDefect;
        }
        progress.addAndGet(bytes);
    }

    private void runDisk() {
        while (!disk.isEmpty()) {
            disk.remove().run();
        }
    }

    private int crc() {
        CRC32 crc = new CRC32();
        crc.update(data);
        return (int) crc.getValue();
    }
}
