/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.wire.Bundle;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Requests what a sink lacks of an excerpt, or as much of it as one bundle may bring. */
public final class PeerExcerptRequest implements PeerRequest, BodySink {
    // Half of what a response may have.
    private static final long MOST_BYTES = Bundle.MAX_BYTES / 2;

    private final RemoteFile file;
    private final RangeSink sink;
    private final List<ByteRange> ranges;
    private final long expected;
    private final byte[] trailer = new byte[Bundle.TRAILER_BYTES];
    private int trailerBytes;
    private int index;
    private long leftOfRange;

    /** @param file with an excerpt */
    public PeerExcerptRequest(RemoteFile file, RangeSink sink) {
        this.file = file;
        this.sink = sink;
        this.ranges = ranges(file, sink);
        this.expected = ranges.stream()
                .mapToLong(range -> range.length() + Bundle.TRAILER_BYTES)
                .sum();
        this.leftOfRange = ranges.get(0).length();
    }

    private static List<ByteRange> ranges(RemoteFile file, RangeSink sink) {
        List<ByteRange> ranges = new ArrayList<>();
        long left = Math.min(MOST_BYTES, sink.end() - sink.position());
        for (ByteRange range : Objects.requireNonNull(file.excerpt()).from(sink.position())) {
            if (left == 0 || ranges.size() == Bundle.MAX_RANGES) {
                break;
            }
            long length = Math.min(left, range.length());
            ranges.add(new ByteRange(range.from(), range.from() + length));
            left -= length;
        }
        return ranges;
    }

    /** Whether the sink lacks nothing afterwards. */
    public boolean isLast() {
        long bytes = ranges.stream().mapToLong(ByteRange::length).sum();
        return sink.position() + bytes >= sink.end();
    }

    @Override
    public RemoteFile file() {
        return file;
    }

    @Override
    public HttpRequest message() {
        Bundle bundle = new Bundle();
        ranges.forEach(range -> bundle.add(file.component(), file.etag(), range.from(), range.to()));
        return BundlePost.of(file, bundle);
    }

    @Override
    public long accept(HttpResponse head) throws PeerCallException {
        BundlePost.check(head, expected, this::invalid);
        return expected;
    }

    @Override
    public BodySink sink() {
        return this;
    }

    @Override
    public void append(ByteBuf bytes) throws IOException, PeerCallException {
        while (bytes.isReadable()) {
            if (leftOfRange > 0) {
                int count = (int) Math.min(leftOfRange, bytes.readableBytes());
                sink.append(bytes.readSlice(count));
                leftOfRange -= count;
            } else {
                readTrailer(bytes);
            }
        }
    }

    private void readTrailer(ByteBuf bytes) throws PeerCallException {
        int count = Math.min(trailer.length - trailerBytes, bytes.readableBytes());
        bytes.readBytes(trailer, trailerBytes, count);
        trailerBytes += count;
        if (trailerBytes < trailer.length) {
            return;
        }
        if (!Bundle.isTrailer(file.etag(), trailer)) {
            throw invalid("has another size or CRC32 than requested in the trailer at " + progress());
        }
        trailerBytes = 0;
        index++;
        leftOfRange = index < ranges.size() ? ranges.get(index).length() : 0;
    }

    @Override
    public void attach(Executor loop, Runnable resume) {
        sink.attach(loop, resume);
    }

    @Override
    public boolean isFull() {
        return sink.isFull();
    }

    @Override
    public void settle(Settled listener) {
        sink.settle(listener);
    }

    @Override
    public String progress() {
        return "byte " + sink.position() + " of " + sink.end() + " of an excerpt";
    }

    private PeerCallException invalid(String found) {
        return new PeerCallException(CallFailure.PROTOCOL, file + ": the excerpt " + found, null);
    }
}
