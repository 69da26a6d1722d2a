/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.netty.buffer.ByteBuf;

/**
 * The header of a block in a compressed response (api-spec/data-plane-options.md): how many bytes of the file it brings, and how
 * many follow. Where both are equal, the bytes are stored; otherwise they are one zstd frame.
 */
public record CompressedBlock(int plainBytes, int encodedBytes) {
    // Listed in the capabilities of GET /v1/node.
    public static final String CAPABILITY = "zstd";

    public static final String MEDIA_TYPE = "application/vnd.idaeus.zstd-blocks";

    public static final int MIN_LEVEL = 1;
    public static final int MAX_LEVEL = 3;

    public static final int MAX_PLAIN_BYTES = 1 << 20;

    /** Both numbers as 32 bits, big-endian. */
    public static final int HEADER_BYTES = 8;

    public static CompressedBlock stored(int bytes) {
        return new CompressedBlock(bytes, bytes);
    }

    /** The query of the request, after the component's path. */
    public static String query(int level) {
        return "?zstd=" + level;
    }

    public void writeTo(ByteBuf buffer) {
        buffer.writeInt(plainBytes).writeInt(encodedBytes);
    }

    /** Unchecked. */
    public static CompressedBlock readFrom(ByteBuf buffer) {
        return new CompressedBlock(buffer.readInt(), buffer.readInt());
    }

    public boolean isStored() {
        return plainBytes == encodedBytes;
    }

    /** With the header. */
    public int wireBytes() {
        return HEADER_BYTES + encodedBytes;
    }

    /** @param left bytes of the file that are still to come */
    public boolean isValid(long left) {
        return plainBytes > 0
                && plainBytes <= Math.min(MAX_PLAIN_BYTES, left)
                && encodedBytes > 0
                && encodedBytes <= plainBytes;
    }
}
