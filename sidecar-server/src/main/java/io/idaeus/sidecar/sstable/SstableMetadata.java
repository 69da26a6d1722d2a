/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.TokenProfile;
import io.idaeus.sidecar.sstable.statistics.HeaderSection;
import io.idaeus.sidecar.sstable.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * The facts that an SSTable's files tell without its data.
 *
 * @param compression null if Data.db is not compressed
 */
public record SstableMetadata(
        PartitionKey firstKey,
        PartitionKey lastKey,
        TokenProfile profile,
        Statistics statistics,
        HeaderSection header,
        @Nullable ChunkCompression compression) {
    public TokenBounds bounds() {
        return profile.bounds();
    }
}
