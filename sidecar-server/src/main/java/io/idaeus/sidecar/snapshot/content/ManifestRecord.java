/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.checksum.Crc32;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A finished manifest on disk: what is proven, no statistics.
 *
 * @param tableId 32 hex digits
 * @param definitionUnknown why {@code definition} is the table's now; null where it is that of the snapshot
 * @param completedAt when manifest.json was written; without one, when the directories changed last
 * @param schemaAt when schema.cql was written; null without one
 * @param unlisted whether there is no manifest.json
 * @param sstables the readable ones
 */
@RecordBuilder
public record ManifestRecord(
        String tag,
        String keyspace,
        String table,
        String tableId,
        String hostId,
        String cassandraVersion,
        String schema,
        TableDefinition definition,
        @Nullable String definitionUnknown,
        Instant createdAt,
        Instant completedAt,
        @Nullable Instant schemaAt,
        boolean unlisted,
        List<Sstable> sstables)
        implements ManifestRecordBuilder.With {
    public ManifestRecord {
        Objects.requireNonNull(tag, "tag");
        Objects.requireNonNull(keyspace, "keyspace");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(completedAt, "completedAt");
        sstables = List.copyOf(Objects.requireNonNull(sstables, "sstables"));
    }

    public ManifestRecord with(List<Sstable> others) {
        return withSstables(others);
    }

    // The directory's real path.
    public record Sstable(String name, String directory, List<Component> components) {
        public Sstable {
            // Tens of thousands of SSTables are in few directories.
            directory = directory.intern();
            components = List.copyOf(components);
        }

        @Nullable
        public Component component(String component) {
            for (Component one : components) {
                if (one.name.equals(component)) {
                    return one;
                }
            }
            return null;
        }
    }

    /**
     * @param unsignedCrc32 not a {@link Crc32}, to save memory
     * @param content of TOC.txt, Base64
     */
    public record Component(
            String name,
            long bytes,
            @JsonProperty("crc32") long unsignedCrc32,
            ChecksumOrigin origin,
            @Nullable String content) {
        public Component {
            name = name.intern();
            Objects.requireNonNull(origin, "origin");
        }

        public Crc32 crc32() {
            return Crc32.ofUnsigned(unsignedCrc32);
        }
    }
}
