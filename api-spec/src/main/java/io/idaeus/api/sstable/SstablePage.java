/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SSTables by first token; unreadable ones come last.
 *
 * @param definition of a snapshot: as in its {@link io.idaeus.api.snapshot.Manifest}; absent for live SSTables, and where the table was dropped
 *     or Cassandra does not answer, and the snapshot does not tell it
 * @param definitionUnknown why {@code definition} is not that of the snapshot
 * @param unlisted true where the snapshot has no manifest.json of Cassandra: nothing says which SSTables it should hold
 * @param total number of SSTables over all pages
 * @param totalBytes their size over all pages
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = SstableExamples.SSTABLES)
@RecordBuilder
public record SstablePage(
        String keyspace,
        String table,
        String tableId,
        @Nullable TableDefinition definition,
        @Nullable String definitionUnknown,
        @Nullable Boolean unlisted,
        List<SstableInfo> sstables,
        int total,
        long totalBytes,
        @Nullable String next) {}
