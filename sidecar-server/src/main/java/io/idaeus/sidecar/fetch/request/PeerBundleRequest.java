/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.wire.Bundle;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.util.List;

/** Requests many components, or excerpts of them, at once, and splits the response. */
public final class PeerBundleRequest implements PeerRequest, BodySink {
    private final List<? extends BundlePart> parts;
    private final long expected;
    private final byte[] trailer = new byte[Bundle.TRAILER_BYTES];
    private int trailerBytes;
    private int index;
    private long position;
    // In an excerpt: its present range, and where that ends.
    private int range;
    private long rangeEnd;

    /** @param parts at least one, of one peer and snapshot */
    public PeerBundleRequest(List<? extends BundlePart> parts) {
        this.parts = parts;
        this.expected = parts.stream()
                .mapToLong(part -> part.remote().bytes() + lines(part.remote()) * Bundle.TRAILER_BYTES)
                .sum();
        this.rangeEnd = end(parts.get(0).remote(), 0, 0);
    }

    private static long lines(RemoteFile remote) {
        ByteRanges excerpt = remote.excerpt();
        return excerpt == null ? 1 : excerpt.ranges().size();
    }

    private static long end(RemoteFile remote, int range, long from) {
        ByteRanges excerpt = remote.excerpt();
        return excerpt == null
                ? remote.size()
                : from + excerpt.ranges().get(range).length();
    }

    @Override
    public RemoteFile file() {
        return parts.get(0).remote();
    }

    @Override
    public HttpRequest message() {
        Bundle bundle = new Bundle();
        parts.forEach(part -> add(bundle, part.remote()));
        return BundlePost.of(file(), bundle);
    }

    private static void add(Bundle bundle, RemoteFile remote) {
        ByteRanges excerpt = remote.excerpt();
        if (excerpt == null) {
            bundle.add(remote.component(), remote.etag(), 0);
        } else {
            excerpt.ranges().forEach(each -> bundle.add(remote.component(), remote.etag(), each.from(), each.to()));
        }
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
            BundlePart part = parts.get(index);
            long left = rangeEnd - position;
            if (left > 0) {
                int count = (int) Math.min(left, bytes.readableBytes());
                part.append(bytes.readSlice(count), position);
                position += count;
            } else {
                readTrailer(part, bytes);
            }
        }
    }

    @Override
    public String progress() {
        return index == parts.size()
                ? "the end"
                : "byte " + position + " of " + parts.get(index).remote().component() + ", component " + (index + 1)
                        + " of " + parts.size() + " in the bundle";
    }

    private void readTrailer(BundlePart part, ByteBuf bytes) throws IOException, PeerCallException {
        int count = Math.min(trailer.length - trailerBytes, bytes.readableBytes());
        bytes.readBytes(trailer, trailerBytes, count);
        trailerBytes += count;
        if (trailerBytes < trailer.length) {
            return;
        }
        if (!Bundle.isTrailer(part.remote().etag(), trailer)) {
            throw invalid("has another size or CRC32 than requested in the trailer at " + progress());
        }
        trailerBytes = 0;
        range++;
        if (range < lines(part.remote())) {
            rangeEnd = end(part.remote(), range, position);
            return;
        }
        part.end();
        position = 0;
        range = 0;
        index++;
        rangeEnd = index < parts.size() ? end(parts.get(index).remote(), 0, 0) : 0;
    }

    private PeerCallException invalid(String found) {
        return new PeerCallException(
                CallFailure.PROTOCOL,
                file().peer() + ": the bundle of " + parts.size() + " components that begins with " + file().component()
                        + ' ' + found,
                null);
    }
}
