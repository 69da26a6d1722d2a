/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

/**
 * Bytes of a file from the start of one page to the end of another.
 *
 * @param first inclusive
 * @param end exclusive
 */
public record PageRun(long first, long end) {
    public long length() {
        return end - first;
    }
}
