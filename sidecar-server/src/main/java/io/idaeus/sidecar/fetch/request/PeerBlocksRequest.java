/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Decompressor;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Requests what a sink lacks of its range as compressed blocks. */
public final class PeerBlocksRequest implements PeerRequest, BodySink {
    // A read brings at most this much, so that little waits where blocks shrink a thousandfold.
    private static final int READ_BYTES = 256 * 1024;

    private final RangeHead range;
    private final RangeSink sink;
    private final int level;
    private final ChunkDecoder chunks = new ChunkDecoder();
    private final BlockDecoder blocks;

    public PeerBlocksRequest(
            RemoteFile file, RangeSink sink, int level, CodecThreads<Decompressor> threads, BlockCounters counters) {
        this.range = new RangeHead(file, sink.position(), sink.end());
        this.sink = sink;
        this.level = level;
        this.blocks = new BlockDecoder(sink, sink.end(), threads, counters);
    }

    @Override
    public RemoteFile file() {
        return range.file();
    }

    @Override
    public HttpRequest message() {
        return range.message(file().component().target() + CompressedBlock.query(level));
    }

    @Override
    public long accept(HttpResponse head) throws PeerCallException {
        ResponseHead.checkBlocks(file(), head, range);
        return 1;
    }

    @Override
    public BodySink sink() {
        return this;
    }

    @Override
    public boolean endsItself() {
        return true;
    }

    @Override
    public long left(long counted) {
        return chunks.isEnded() ? 0 : blocks.estimateLeft();
    }

    @Override
    public String progress() {
        return "byte " + sink.position() + " of " + file().size() + ", compressed";
    }

    @Override
    public void attach(Executor loop, Runnable resume) {
        blocks.attach(loop, resume);
    }

    @Override
    public boolean isFull() {
        return blocks.isFull();
    }

    @Override
    public ByteBuf lend(int most) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(Math.min(most, READ_BYTES));
    }

    /** Leaves bytes after the body unread. */
    @Override
    public void append(ByteBuf bytes) throws PeerCallException {
        try {
            for (ByteBuf data = chunks.next(bytes); data != null; data = chunks.next(bytes)) {
                blocks.append(data);
            }
            if (chunks.isEnded()) {
                blocks.end();
            }
        } catch (IllegalArgumentException malformed) {
            throw violation(malformed.getMessage(), malformed);
        }
        Throwable problem = blocks.failure();
        if (problem != null) {
            throw violation(problem.getMessage(), problem);
        }
    }

    @Override
    public void settle(Settled listener) {
        blocks.settle(problem -> listener.settled(describe(problem)));
    }

    private @Nullable Throwable describe(@Nullable Throwable problem) {
        return problem instanceof BlockDecoder.ViolationException ? violation(problem.getMessage(), problem) : problem;
    }

    private PeerCallException violation(@Nullable String found, Throwable cause) {
        return new PeerCallException(
                CallFailure.PROTOCOL, file() + ": the compressed response is invalid, it has " + found, cause);
    }
}
