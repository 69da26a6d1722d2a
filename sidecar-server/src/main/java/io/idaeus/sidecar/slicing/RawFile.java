/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.checksum.Crc32;
import org.jspecify.annotations.Nullable;

/**
 * A component of the source that a slice is made from.
 *
 * @param component its name
 * @param excerpt the bytes that are needed; null for the whole component
 * @param crc32 of the excerpt; null where cutting proves it, and for a whole component
 */
public record RawFile(
        String component,
        @Nullable ByteRanges excerpt,
        @Nullable Crc32 crc32) {
    static RawFile whole(String component) {
        return new RawFile(component, null, null);
    }
}
