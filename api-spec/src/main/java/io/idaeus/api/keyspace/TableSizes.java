/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.sstable.SstableFinding;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes a node holds of a table, by token range.
 *
 * @param bytes one number for each of the {@code ranges}; estimated from a sample of the keys of each SSTable
 * @param largestSpan the largest share of the ring that one SSTable spans, 0 to 1
 * @param strategy the compaction strategy's class, without its package
 * @param lightweightTransactions whether the node has recorded lightweight transactions of the table
 * @param findings what refuses transfers of its SSTables; absent where they were not looked at
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record TableSizes(
        String table,
        List<Long> bytes,
        long totalBytes,
        int sstables,
        double largestSpan,
        String strategy,
        boolean lightweightTransactions,
        @Nullable List<SstableFinding> findings) {}
