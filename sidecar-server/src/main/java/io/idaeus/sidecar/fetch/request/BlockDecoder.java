/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Decompressor;
import io.idaeus.sidecar.compression.MalformedFrameException;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes blocks apart, and gives their bytes to a sink in order. A worker thread decodes one frame, into the sink's own
 * buffer where it fits, while the next one arrives. Once that is complete, this is full: at most one read waits.
 *
 * <p>All state belongs to the event loop.
 */
final class BlockDecoder {
    // About as many as the end of a chunked body needs.
    private static final int FRAMING_BYTES = 16;

    private final RangeSink target;
    private final long end;
    private final CodecThreads<Decompressor> threads;
    private final BlockCounters counters;
    private final Deque<ByteBuf> waiting = new ArrayDeque<>(2);
    private final ByteBuf header = Unpooled.buffer(CompressedBlock.HEADER_BYTES, CompressedBlock.HEADER_BYTES);
    private Executor loop = Runnable::run;
    private Runnable resume = () -> {};

    // The block that arrives; null before its header is complete.
    private @Nullable CompressedBlock arriving;
    private @Nullable ByteBuf frame;
    private int storedLeft;

    // A complete frame, and whether an earlier one is being decoded.
    private @Nullable CompressedBlock complete;
    private @Nullable ByteBuf completeFrame;
    private boolean decoding;

    // Offset in the file up to which headers have announced bytes.
    private long announced;

    private final long first;
    private long wire;
    private boolean ended;
    private @Nullable Throwable failure;
    private BodySink.@Nullable Settled settling;

    /** The peer sent something else than the protocol says. */
    static final class ViolationException extends Exception {
        private static final long serialVersionUID = 1L;

        ViolationException(String found, @Nullable Throwable cause) {
            super(found, cause);
        }
    }

    BlockDecoder(RangeSink target, long end, CodecThreads<Decompressor> threads, BlockCounters counters) {
        this.target = target;
        this.first = target.position();
        this.announced = first;
        this.end = end;
        this.threads = threads;
        this.counters = counters;
    }

    void attach(Executor exchangeLoop, Runnable whenRoom) {
        loop = exchangeLoop;
        resume = whenRoom;
        target.attach(exchangeLoop, () -> step(() -> {}));
    }

    boolean isFull() {
        return completeFrame != null || !waiting.isEmpty();
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** The bytes of the body that are still to come, at the ratio so far. */
    long estimateLeft() {
        long plain = announced - first;
        double ratio = plain == 0 ? 1 : (double) wire / plain;
        int ofBlock = frame == null ? storedLeft : frame.writableBytes();
        return FRAMING_BYTES + ofBlock + (long) ((end - announced) * ratio);
    }

    /** Keeps what it cannot use yet. */
    void append(ByteBuf data) {
        if (failure == null) {
            waiting.add(data.retain());
            pump();
        }
    }

    /** The body is over. */
    void end() {
        ended = true;
    }

    /** Calls back once nothing is in flight, with what went wrong on this side. */
    void settle(BodySink.Settled listener) {
        settling = listener;
        checkSettled();
    }

    // Runs something that may make room, and says so.
    private void step(Runnable change) {
        boolean wasFull = isFull();
        change.run();
        pump();
        if (settling != null) {
            checkSettled();
        } else if (wasFull && !isFull()) {
            resume.run();
        }
    }

    private void pump() {
        try {
            while (failure == null && !target.isFull()) {
                if (completeFrame != null && !decoding) {
                    decode();
                }
                if (completeFrame != null || waiting.isEmpty() || !take(waiting.element())) {
                    return;
                }
                if (!waiting.isEmpty() && !waiting.element().isReadable()) {
                    waiting.remove().release();
                }
            }
        } catch (ViolationException | IOException | PeerCallException | RuntimeException | Error e) {
            fail(e);
        }
    }

    // False while an earlier block must come first.
    private boolean take(ByteBuf data) throws ViolationException, IOException, PeerCallException {
        CompressedBlock block = arriving;
        if (block == null) {
            data.readBytes(header, Math.min(header.writableBytes(), data.readableBytes()));
            if (header.writableBytes() == 0) {
                begin();
            }
            return true;
        }
        if (frame == null) {
            return takeStored(block, data);
        }
        frame.writeBytes(data, Math.min(frame.writableBytes(), data.readableBytes()));
        if (frame.writableBytes() == 0) {
            complete = block;
            completeFrame = frame;
            frame = null;
            arriving = null;
        }
        return true;
    }

    private void begin() throws ViolationException {
        CompressedBlock block = CompressedBlock.readFrom(header);
        header.clear();
        if (!block.isValid(end - announced)) {
            throw new ViolationException(
                    "a block of " + block.plainBytes() + " bytes in " + block.encodedBytes() + " (expected: at most "
                            + Math.min(CompressedBlock.MAX_PLAIN_BYTES, end - announced) + ", in no more bytes)",
                    null);
        }
        announced += block.plainBytes();
        wire += block.wireBytes();
        arriving = block;
        if (block.isStored()) {
            storedLeft = block.plainBytes();
        } else {
            frame = PooledByteBufAllocator.DEFAULT.directBuffer(block.encodedBytes(), block.encodedBytes());
        }
    }

    private boolean takeStored(CompressedBlock block, ByteBuf data) throws IOException, PeerCallException {
        if (decoding) {
            return false;
        }
        int count = Math.min(storedLeft, data.readableBytes());
        target.append(data.readSlice(count));
        storedLeft -= count;
        if (storedLeft == 0) {
            arriving = null;
            counters.block(block.wireBytes(), block.plainBytes());
        }
        return true;
    }

    private void decode() {
        CompressedBlock block = complete;
        ByteBuf encoded = completeFrame;
        if (block == null || encoded == null) {
            return;
        }
        ByteBuf plain = buffer(block.plainBytes());
        complete = null;
        completeFrame = null;
        Executor home = loop;
        decoding = true;
        Consumer<@Nullable Throwable> over = problem -> {
            try {
                home.execute(() -> step(() -> decoded(block, encoded, plain, problem)));
            } catch (RejectedExecutionException shutDown) {
                // Nothing of the exchange runs any more.
                encoded.release();
                plain.release();
            }
        };
        try {
            threads.run(decompressor -> over.accept(decode(decompressor, encoded, plain, block.plainBytes())), over);
        } catch (RejectedExecutionException closing) {
            decoded(block, encoded, plain, closing);
        }
    }

    // Direct buffers both, as zstd needs them.
    private ByteBuf buffer(int bytes) {
        ByteBuf lent = target.lend(bytes);
        if (lent != null && lent.writableBytes() >= bytes) {
            return lent;
        }
        if (lent != null) {
            lent.release();
        }
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
    }

    // On a worker thread. Returns any failure: one that got lost would leave the exchange waiting for ever.
    private static @Nullable Throwable decode(Decompressor decompressor, ByteBuf encoded, ByteBuf plain, int bytes) {
        try {
            decompressor.decode(encoded, plain, bytes);
            return null;
        } catch (MalformedFrameException e) {
            return new ViolationException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    private void decoded(CompressedBlock block, ByteBuf encoded, ByteBuf plain, @Nullable Throwable problem) {
        decoding = false;
        encoded.release();
        try {
            if (problem != null) {
                fail(problem);
            } else if (failure == null) {
                target.append(plain);
                counters.block(block.wireBytes(), block.plainBytes());
            }
        } catch (IOException | PeerCallException | RuntimeException | Error e) {
            fail(e);
        } finally {
            plain.release();
        }
    }

    private void fail(Throwable problem) {
        if (failure == null) {
            failure = problem;
        }
        discard();
    }

    private void discard() {
        waiting.forEach(ByteBuf::release);
        waiting.clear();
        if (frame != null) {
            frame.release();
            frame = null;
        }
        if (completeFrame != null) {
            completeFrame.release();
            completeFrame = null;
        }
    }

    private void checkSettled() {
        BodySink.Settled listener = settling;
        if (listener == null || decoding || (failure == null && isFull())) {
            return;
        }
        settling = null;
        if (failure == null && ended && target.position() != end) {
            failure = new ViolationException(
                    "bytes up to " + target.position() + " of the file (expected: up to " + end + ')', null);
        }
        discard();
        target.settle(problem -> listener.settled(failure == null ? problem : failure));
    }
}
