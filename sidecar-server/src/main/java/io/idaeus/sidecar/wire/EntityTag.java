/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.idaeus.sidecar.checksum.Crc32;

/**
 * The strong entity tag of a component: its CRC32 and its size.
 *
 * @param crc32 of the whole file
 * @param size bytes
 */
public record EntityTag(Crc32 crc32, long size) {

    /** The value of an ETag or If-Range header: {@code "<crc32 as 8 hex digits>-<size>"}, quotes included. */
    public String header() {
        return '"' + value() + '"';
    }

    /** Without the quotes. */
    public String value() {
        return crc32 + "-" + size;
    }

    @Override
    public String toString() {
        return header();
    }
}
