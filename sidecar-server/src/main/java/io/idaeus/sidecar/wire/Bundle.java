/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a request for many components of a snapshot, and its answer, are made of (api-spec/data-plane.md): lines of
 * {@code <keyspace>/<table>/<sstable>/<component> <crc32>-<size> <offset>}, answered by the bytes of each from its offset
 * on, each followed by a trailer of its size and CRC32.
 */
public final class Bundle {
    /** What {@code capabilities} of {@code GET /v1/node} calls it. */
    public static final String CAPABILITY = "bundles";

    /** Components of one request. */
    public static final int MAX_COMPONENTS = 2048;

    /** Bytes of one request's lines. */
    public static final int MAX_REQUEST_BYTES = 256 * 1024;

    /** Bytes of one answer. */
    public static final long MAX_BYTES = 256L << 20;

    /** Bytes that follow each component: its size, 64 bits, and its CRC32, 32 bits, big-endian. */
    public static final int TRAILER_BYTES = 12;

    private final StringBuilder lines = new StringBuilder();

    /** The request target for components of a snapshot. */
    public static String target(String tag) {
        StringBuilder target = new StringBuilder(ComponentPath.PREFIX);
        ComponentPath.encode(tag, target);
        return target.toString();
    }

    /** Asks for a component from some byte on. */
    public void add(ComponentPath path, EntityTag etag, long offset) {
        path.encodeWithoutTag(lines);
        lines.append(' ').append(etag.value()).append(' ').append(offset).append('\n');
    }

    /** The body of the request. */
    public ByteBuf body() {
        return Unpooled.wrappedBuffer(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Writes what follows a component. */
    public static void writeTrailer(EntityTag etag, ByteBuf to) {
        to.writeLong(etag.size()).writeInt(etag.crc32().value());
    }

    /** Whether these bytes are what follows a component. */
    public static boolean isTrailer(EntityTag etag, byte[] bytes) {
        ByteBuffer found = ByteBuffer.wrap(bytes);
        return found.getLong() == etag.size() && found.getInt() == etag.crc32().value();
    }
}
