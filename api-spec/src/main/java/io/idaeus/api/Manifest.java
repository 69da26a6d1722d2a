/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SSTables of one table in a snapshot, with what proves their bytes.
 *
 * @param manifestVersion 1
 * @param state {@code BUILDING} while the checksums are being computed (then {@code sstables} is empty; ask again), or
 *     {@code READY}
 * @param bytesHashed how far the checksums are
 * @param next the value of {@code after} for the next page; null on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
        Instant createdAt,
        State state,
        long bytesHashed,
        long bytesToHash,
        List<ManifestSstable> sstables,
        int total,
        long totalBytes,
        @Nullable String next) {

    /** How far the manifest is. */
    public enum State {
        BUILDING,
        READY
    }
}
