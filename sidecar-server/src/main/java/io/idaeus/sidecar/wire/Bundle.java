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
 * The wire format of a bundle (api-spec/data-plane.md). The request's body has one line per component: {@code
 * <keyspace>/<table>/<sstable>/<component> <crc32>-<size> <offset>}. The response holds each component's bytes from its
 * offset on, each followed by a trailer.
 */
public final class Bundle {
    /** Its name in the {@code capabilities} of {@code GET /v1/node}. */
    public static final String CAPABILITY = "bundles";

    /** Components per request. */
    public static final int MAX_COMPONENTS = 2048;

    /** Bytes of a request's body. */
    public static final int MAX_REQUEST_BYTES = 256 * 1024;

    /** Bytes of a response's body. */
    public static final long MAX_BYTES = 256L << 20;

    /** A trailer: the component's size (64 bits) and its CRC32 (32 bits), big-endian. */
    public static final int TRAILER_BYTES = 12;

    private final StringBuilder lines = new StringBuilder();

    /** The request target for bundles of a snapshot. */
    public static String target(String tag) {
        StringBuilder target = new StringBuilder(ComponentPath.PREFIX);
        ComponentPath.encode(tag, target);
        return target.toString();
    }

    /** Adds a component, wanted from {@code offset} on. */
    public void add(ComponentPath path, EntityTag etag, long offset) {
        path.encodeWithoutTag(lines);
        lines.append(' ').append(etag.value()).append(' ').append(offset).append('\n');
    }

    /** The body of the request. */
    public ByteBuf body() {
        return Unpooled.wrappedBuffer(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    public static void writeTrailer(EntityTag etag, ByteBuf to) {
        to.writeLong(etag.size()).writeInt(etag.crc32().value());
    }

    /** Whether {@code bytes} are the trailer of a component with this entity tag. */
    public static boolean isTrailer(EntityTag etag, byte[] bytes) {
        ByteBuffer found = ByteBuffer.wrap(bytes);
        return found.getLong() == etag.size() && found.getInt() == etag.crc32().value();
    }
}
