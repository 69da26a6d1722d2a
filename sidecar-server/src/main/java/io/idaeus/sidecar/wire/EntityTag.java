/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.idaeus.sidecar.checksum.Crc32;

/**
 * The strong entity tag of a component: its proof and its length. A file of another content or length has another tag.
 *
 * @param crc32 of the whole file
 * @param size bytes
 */
public record EntityTag(Crc32 crc32, long size) {

    /** As the ETag and If-Range headers carry it, quotes included: {@code "<crc32 as 8 hex digits>-<size>"}. */
    public String header() {
        return '"' + value() + '"';
    }

    /** What stands between the quotes. */
    public String value() {
        return crc32 + "-" + size;
    }

    @Override
    public String toString() {
        return header();
    }
}
