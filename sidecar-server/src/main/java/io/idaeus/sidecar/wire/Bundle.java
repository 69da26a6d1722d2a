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
 * The wire format of a bundle (api-spec/data-plane-options.md). A request line is {@code
 * <keyspace>/<table>/<sstable>/<component> <crc32>-<size> <offset> <end>}, in which the end may be missing. A response
 * holds the bytes that each line names, then the trailer of their component.
 */
public final class Bundle {
    // Listed in the capabilities of GET /v1/node.
    public static final String CAPABILITY = "bundles";

    // Per request.
    public static final int MAX_COMPONENTS = 2048;

    // Lines that have an end, per request that this sidecar makes: 512 bytes each have room.
    public static final int MAX_RANGES = 512;

    // The largest body of a request.
    public static final int MAX_REQUEST_BYTES = 256 * 1024;

    // The largest body of a response.
    public static final long MAX_BYTES = 256L << 20;

    /** Size (64 bits) and CRC32 (32 bits), big-endian. */
    public static final int TRAILER_BYTES = 12;

    private final StringBuilder lines = new StringBuilder();

    public static String target(String tag) {
        StringBuilder target = new StringBuilder(ComponentPath.PREFIX);
        ComponentPath.encode(tag, target);
        return target.toString();
    }

    public void add(ComponentPath path, EntityTag etag, long offset) {
        path.encodeWithoutTag(lines);
        lines.append(' ').append(etag.value()).append(' ').append(offset).append('\n');
    }

    /** @param end exclusive */
    public void add(ComponentPath path, EntityTag etag, long offset, long end) {
        path.encodeWithoutTag(lines);
        lines.append(' ')
                .append(etag.value())
                .append(' ')
                .append(offset)
                .append(' ')
                .append(end)
                .append('\n');
    }

    public ByteBuf body() {
        return Unpooled.wrappedBuffer(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    public static void writeTrailer(EntityTag etag, ByteBuf to) {
        to.writeLong(etag.size()).writeInt(etag.crc32().value());
    }

    public static boolean isTrailer(EntityTag etag, byte[] bytes) {
        ByteBuffer found = ByteBuffer.wrap(bytes);
        return found.getLong() == etag.size() && found.getInt() == etag.crc32().value();
    }
}
