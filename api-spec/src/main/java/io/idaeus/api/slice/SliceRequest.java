/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

import io.idaeus.api.value.Bounded;
import java.util.List;

/**
 * Asks what slices of SSTables are made from. A slice is an SSTable cut to token ranges.
 *
 * @param keyspace of the SSTables
 * @param table of the SSTables
 * @param ranges token ranges {@code left:right}, meaning (left, right]
 * @param sstables names from the manifest, at most 256
 */
@Bounded.Fields
public record SliceRequest(
        @Bounded.Name String keyspace,
        @Bounded.Name String table,
        @Bounded.Ranges List<String> ranges,
        @Bounded.Sstables List<String> sstables) {}
