/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.file.FilterFile;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import io.idaeus.sidecar.sstable.name.Descriptor;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files and ranges that a slice is made from.
 *
 * @param wanted the ranges that it is cut to
 * @param runs the partitions of the slice
 * @param data describes the source's Data.db
 * @param bytes at least the {@link SourceData#stored} ones of it
 * @param index a file that has the runs' bytes of Index.db, or of Rows.db for BTI, one run after the other
 * @param trie of BTI: a file that has the pages of Partitions.db, one after the other
 * @param statistics the source's Statistics.db
 * @param filter null where the source has none
 * @param minIndexInterval of the source's Summary.db
 */
@RecordBuilder
public record SliceSource(
        Descriptor descriptor,
        TokenRanges wanted,
        SstableRuns runs,
        SourceData data,
        StoredBytes bytes,
        Path index,
        @Nullable Path trie,
        Path statistics,
        FilterFile.@Nullable Head filter,
        int minIndexInterval) {}
