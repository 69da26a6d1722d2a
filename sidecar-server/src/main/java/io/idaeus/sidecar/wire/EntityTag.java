/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.idaeus.sidecar.checksum.Crc32;

/**
 * A component's strong entity tag.
 *
 * @param crc32 of the whole file
 * @param size bytes
 */
public record EntityTag(Crc32 crc32, long size) {

    /** {@code "<crc32>-<size>"}, quotes included. */
    public String header() {
        return '"' + value() + '"';
    }

    public String value() {
        return crc32 + "-" + size;
    }

    @Override
    public String toString() {
        return header();
    }
}
