/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.ring.TokenBounds;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a readable SSTable without reading its data.
 *
 * @param firstKey the first partition, by token
 * @param lastKey the last partition; the first one's equal when there is only one
 * @param profile where the partitions lie between the two
 * @param compression absent when Data.db is not compressed
 */
public record SstableMetadata(
        PartitionKey firstKey,
        PartitionKey lastKey,
        TokenProfile profile,
        Statistics statistics,
        HeaderSection header,
        @Nullable Compression compression) {
    public TokenBounds bounds() {
        return profile.bounds();
    }
}
