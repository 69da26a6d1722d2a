/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

/**
 * Rows of neighbouring partitions.
 *
 * @param right the last token of the block; the first one is behind the block before it
 * @param rows how many there are; the static columns of a partition are one
 */
public record Block(long right, long rows, DigestSum digest) {
    Block plus(DigestSum row) {
        return new Block(right, rows + 1, digest.plus(row));
    }
}
