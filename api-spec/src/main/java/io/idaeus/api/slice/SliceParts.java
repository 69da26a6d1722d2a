/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.FileRange;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an SSTable that hold some of its partitions. All positions and lengths are bytes.
 *
 * @param partitions number of them
 * @param firstKey of the first partition, hexadecimal
 * @param lastKey of the last partition, hexadecimal
 * @param runs partitions that follow each other, ascending
 * @param indexCrc32 of the runs' bytes of {@code Index.db} or {@code Rows.db}, one run after the other; eight lower-case
 *     hex digits
 * @param data bytes of {@code Data.db} as it is on disk: whole chunks, ascending
 * @param trie for BTI
 * @param filter absent without {@code Filter.db}
 * @param minIndexInterval of {@code Summary.db}; 128 without
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record SliceParts(
        long partitions,
        String firstKey,
        String lastKey,
        List<SliceRun> runs,
        String indexCrc32,
        List<FileRange> data,
        @Nullable SliceTrie trie,
        @Nullable SliceFilter filter,
        int minIndexInterval) {}
