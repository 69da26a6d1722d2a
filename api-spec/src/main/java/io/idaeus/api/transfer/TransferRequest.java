/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request to bring SSTables to this sidecar's node. Null selects the default.
 *
 * @param sources the sidecars to pull from
 * @param tables the tables; each must exist here with the same schema
 * @param ranges {@code left:right} each; the ranges that this node owns where absent
 * @param snapshot existing snapshot at the sources to take SSTables from; a new, leased snapshot where absent
 * @param skipFlush do not flush the sources' memtables first
 * @param onPartialOverlap what to do with SSTables that extend beyond the ranges; SLICE where absent
 * @param onCorrupt what to do when an SSTable is corrupt at its source; HOLD_BACK where absent
 * @param accept codes of findings that must not refuse the transfer
 * @param importOptions options of the import
 * @param connectionsPerSource the sidecar's default where absent
 * @param maxRate bytes per second over all connections; no limit of its own where absent
 * @param compression whether files are compressed on the network; the sidecar's default where absent
 * @param dryRun return the plan and move nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record TransferRequest(
        @ArraySchema(minItems = 1, maxItems = Bounds.MAX_SOURCES)
        List<SourceRef> sources,

        @ArraySchema(minItems = 1, maxItems = Bounds.MAX_TABLES, uniqueItems = true)
        List<TableRef> tables,

        @Nullable @Bounded.Ranges List<String> ranges,
        @Nullable @Bounded.Snapshot String snapshot,
        @Nullable Boolean skipFlush,
        @Nullable PartialOverlapPolicy onPartialOverlap,
        @Nullable CorruptPolicy onCorrupt,
        @Nullable @Bounded.TransferFindings List<String> accept,
        @Nullable ImportOptions importOptions,

        @Nullable @Schema(minimum = "1", maximum = "" + Bounds.MAX_CONNECTIONS)
        Integer connectionsPerSource,

        @Nullable @Bounded.Rate Long maxRate,
        @Nullable Compression compression,
        @Nullable Boolean dryRun) {

    /** Whether files are compressed on the network. */
    public enum Compression {
        /** Never. */
        OFF,
        /** Every file above 1 MiB, with zstd. Blocks that do not shrink are sent as they are. */
        ZSTD
    }

    /** How to treat SSTables that extend beyond the ranges. */
    public enum PartialOverlapPolicy {
        /** Transfer exactly their rows within the ranges. */
        SLICE,
        /** Do not transfer them. */
        EXCLUDE,
        /** Import them whole, without the token check. {@code nodetool cleanup} is due afterwards. */
        INCLUDE
    }

    /** How to treat an SSTable that is corrupt at its source. */
    public enum CorruptPolicy {
        /** Do not import the SSTables that overlap it, because its tombstones may delete their rows. */
        HOLD_BACK,
        /** Import all other SSTables. */
        CONTINUE
    }

    /** A request with the default of every other field. */
    public static Builder builder(List<SourceRef> sources, List<TableRef> tables) {
        return new Builder(sources, tables);
    }

    /** A builder with the values of this request. */
    public Builder toBuilder() {
        return builder(sources, tables)
                .ranges(ranges)
                .snapshot(snapshot)
                .skipFlush(skipFlush)
                .onPartialOverlap(onPartialOverlap)
                .onCorrupt(onCorrupt)
                .accept(accept)
                .importOptions(importOptions)
                .connectionsPerSource(connectionsPerSource)
                .maxRate(maxRate)
                .compression(compression)
                .dryRun(dryRun);
    }

    /** Builds a request; null selects the default. Not thread-safe. */
    public static final class Builder {
        private List<SourceRef> sources;
        private final List<TableRef> tables;
        private @Nullable List<String> ranges;
        private @Nullable String snapshot;
        private @Nullable Boolean skipFlush;
        private @Nullable PartialOverlapPolicy onPartialOverlap;
        private @Nullable CorruptPolicy onCorrupt;
        private @Nullable List<String> accept;
        private @Nullable ImportOptions importOptions;
        private @Nullable Integer connectionsPerSource;
        private @Nullable Long maxRate;
        private @Nullable Compression compression;
        private @Nullable Boolean dryRun;

        private Builder(List<SourceRef> sources, List<TableRef> tables) {
            this.sources = sources;
            this.tables = tables;
        }

        public Builder sources(List<SourceRef> value) {
            sources = value;
            return this;
        }

        public Builder ranges(@Nullable List<String> value) {
            ranges = value;
            return this;
        }

        public Builder snapshot(@Nullable String value) {
            snapshot = value;
            return this;
        }

        public Builder skipFlush(@Nullable Boolean value) {
            skipFlush = value;
            return this;
        }

        public Builder onPartialOverlap(@Nullable PartialOverlapPolicy value) {
            onPartialOverlap = value;
            return this;
        }

        public Builder onCorrupt(@Nullable CorruptPolicy value) {
            onCorrupt = value;
            return this;
        }

        public Builder accept(@Nullable List<String> value) {
            accept = value;
            return this;
        }

        public Builder importOptions(@Nullable ImportOptions value) {
            importOptions = value;
            return this;
        }

        public Builder connectionsPerSource(@Nullable Integer value) {
            connectionsPerSource = value;
            return this;
        }

        public Builder maxRate(@Nullable Long value) {
            maxRate = value;
            return this;
        }

        public Builder compression(@Nullable Compression value) {
            compression = value;
            return this;
        }

        public Builder dryRun(@Nullable Boolean value) {
            dryRun = value;
            return this;
        }

        public TransferRequest build() {
            return new TransferRequest(
                    sources,
                    tables,
                    ranges,
                    snapshot,
                    skipFlush,
                    onPartialOverlap,
                    onCorrupt,
                    accept,
                    importOptions,
                    connectionsPerSource,
                    maxRate,
                    compression,
                    dryRun);
        }
    }
}
