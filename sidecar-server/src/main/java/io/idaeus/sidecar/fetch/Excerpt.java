/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of a component that are fetched, stored one after the other. Only peers with the capability {@code slices}
 * send them.
 *
 * @param ranges at least one
 * @param crc32 of these bytes; null where it is unknown, and the reader of the file proves them
 */
public record Excerpt(ByteRanges ranges, @Nullable Crc32 crc32) {
    public Excerpt {
        if (ranges.ranges().isEmpty()) {
            throw new IllegalArgumentException("an excerpt of no bytes (expected: at least one)");
        }
    }

    /** Tells it from other excerpts, and those of other files. */
    int identity(Crc32 whole) {
        CRC32 identity = new CRC32();
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        identity.update(bytes.putInt(whole.value()).flip());
        for (ByteRange range : ranges.ranges()) {
            identity.update(
                    bytes.clear().putLong(range.from()).putLong(range.to()).flip());
        }
        return Crc32.of(identity).value();
    }
}
