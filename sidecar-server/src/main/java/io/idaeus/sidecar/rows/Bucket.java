/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

/**
 * Rows that are told apart from others by a digest of their keys.
 *
 * @param number of the bucket, from 0
 */
public record Bucket(int number, long rows, DigestSum digest) {
    /** With more rows of the same bucket. */
    public Bucket plus(Bucket more) {
        return new Bucket(number, rows + more.rows, digest.plus(more.digest));
    }
}
