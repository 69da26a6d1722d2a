/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.sstable.TableDefinition;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SSTables of one table in a snapshot, with the checksum of every component.
 *
 * @param manifestVersion 1
 * @param createStatement CQL that creates the table
 * @param definition when the snapshot was taken
 * @param definitionUnknown why {@code definition} is that of the table now; absent where it is that of the snapshot
 * @param createdAt of the snapshot; where it is {@code unlisted}, when its directories changed last
 * @param unlisted true where the snapshot has no manifest.json of Cassandra: nothing says which SSTables it should hold
 * @param state {@code BUILDING} while checksums are being computed ({@code sstables} is empty; ask again), or {@code READY}
 * @param bytesHashed bytes whose checksums are computed so far
 * @param bytesToHash bytes whose checksums must be computed
 * @param total number of SSTables over all pages
 * @param totalBytes their size over all pages
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = SnapshotExamples.MANIFEST)
@RecordBuilder
public record Manifest(
        int manifestVersion,
        String tag,
        String hostId,
        String cassandraVersion,
        String keyspace,
        String table,
        String tableId,
        String createStatement,
        TableDefinition definition,
        @Nullable String definitionUnknown,
        Instant createdAt,
        @Nullable Boolean unlisted,
        State state,
        long bytesHashed,
        long bytesToHash,
        List<ManifestSstable> sstables,
        int total,
        long totalBytes,
        @Nullable String next) {

    /** Progress of the manifest. */
    public enum State {
        BUILDING,
        READY
    }
}
