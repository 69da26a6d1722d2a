/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.value;

import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Documents the {@link Bounds} of a parameter or a field. */
public final class Bounded {
    private Bounded() {}

    /** Other fields are refused. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
    public @interface Fields {}

    /** Bytes per second. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minimum = "" + Bounds.MIN_RATE, maximum = "" + Bounds.MAX_RATE)
    public @interface Rate {}

    /** A page size. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minimum = "1", maximum = "" + Bounds.MAX_PAGE, defaultValue = "" + Bounds.DEFAULT_PAGE)
    public @interface Page {}

    /** A number. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minimum = "1", maximum = "" + Long.MAX_VALUE)
    public @interface AtLeastOne {}

    /** A number that may be zero. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minimum = "0", maximum = "" + Long.MAX_VALUE)
    public @interface Count {}

    /** A keyspace or a table. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.NAME, minLength = 1, maxLength = Bounds.MAX_NAME, example = "shop")
    public @interface Name {}

    /** The name of what a statement makes: a column may have any. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minLength = 1, maxLength = Bounds.MAX_COLUMN, example = "phone")
    public @interface SchemaName {}

    /** CQL. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minLength = 1, maxLength = Bounds.MAX_STATEMENT, example = "CREATE TYPE shop.address (street text)")
    public @interface Statement {}

    /** A new snapshot. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.TAG, minLength = 1, maxLength = Bounds.MAX_TAG, example = "before-upgrade")
    public @interface Tag {}

    /** Any snapshot. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.SNAPSHOT, minLength = 1, maxLength = Bounds.MAX_SNAPSHOT, example = "before-upgrade")
    public @interface Snapshot {}

    /** A lease. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.ID, minLength = 1, maxLength = Bounds.MAX_ID, example = "backup-1")
    public @interface Id {}

    /** A plan. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(
            pattern = Bounds.PLAN,
            minLength = 1,
            maxLength = Bounds.MAX_PLAN,
            example = "01890a5d-ac96-774b-bcce-b302099a8057")
    public @interface Plan {}

    /** A digest. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(
            pattern = Bounds.DIGEST,
            minLength = 1,
            maxLength = Bounds.MAX_DIGEST,
            example = "v1:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
    public @interface Digest {}

    /** A key of a transfer. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.KEY, minLength = 1, maxLength = Bounds.MAX_KEY, example = "shop-1")
    public @interface Key {}

    /** A key of a request. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(
            pattern = Bounds.IDEMPOTENCY_KEY,
            minLength = 1,
            maxLength = Bounds.MAX_IDEMPOTENCY_KEY,
            example = "nightly-2026-01-02")
    public @interface IdempotencyKey {}

    /** A time. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.TIME, example = "6h")
    public @interface Time {}

    /** A time in UTC. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.MOMENT, example = "2026-01-02T03:04:05Z")
    public @interface Moment {}

    /** A cursor. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.CURSOR, example = "YWZ0ZXIgbmItNy1iaWc")
    public @interface Cursor {}

    /** Versions of a resource. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.ETAGS, example = "\"8f14e45fceea167a-c9f0f895fb98ab91\"")
    public @interface ETags {}

    /** A server-sent event. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.EVENT_ID, example = "7c3f0a9be51d2846-18")
    public @interface EventId {}

    /** A sidecar. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.ADDRESS, example = "https://10.0.0.9:9043")
    public @interface Address {}

    /** Token ranges. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            minItems = 1,
            maxItems = Bounds.MAX_RANGES,
            schema = @Schema(pattern = Bounds.RANGE, example = "0:100"))
    public @interface Ranges {}

    /** Names of SSTables. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            minItems = 1,
            maxItems = Bounds.MAX_SLICED,
            schema = @Schema(pattern = Bounds.SSTABLE, example = "nb-7-big"))
    public @interface Sstables {}

    /** All token ranges of a node. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            minItems = 1,
            maxItems = Bounds.MAX_DECLARED_RANGES,
            schema = @Schema(pattern = Bounds.RANGE, example = "0:100"))
    public @interface DeclaredRanges {}

    /** Sidecars. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(schema = @Schema(pattern = Bounds.ADDRESS, example = "https://10.0.0.9:9043"))
    public @interface Addresses {}

    /** Keyspaces. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(schema = @Schema(pattern = Bounds.NAME, minLength = 1, maxLength = Bounds.MAX_NAME, example = "shop"))
    public @interface Names {}

    /** Tables, also by patterns. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            minItems = 1,
            maxItems = Bounds.MAX_TABLES,
            schema = @Schema(pattern = Bounds.TABLE_PATTERN, example = "shop.*"))
    public @interface TablePatterns {}

    /** Directories. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            minItems = 1,
            maxItems = Bounds.MAX_DIRECTORIES,
            schema = @Schema(pattern = Bounds.PATH, example = "/var/lib/cassandra/staging"))
    public @interface Paths {}

    /** JVM options. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            maxItems = Bounds.MAX_OPTIONS,
            schema = @Schema(pattern = Bounds.OPTION, example = "-Dcassandra.join_ring=false"))
    public @interface Options {}

    /** A number of replicas. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minimum = "1", maximum = "" + Integer.MAX_VALUE)
    public @interface Copies {}

    /** Codes of findings of transfers and imports. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            schema =
                    @Schema(
                            type = "string",
                            allowableValues = {
                                "HAS_VIEWS",
                                "CDC_TABLE",
                                "LEGACY_COUNTER_SHARDS",
                                "UNKNOWN_COMPRESSOR",
                                "SNAPSHOT_TOO_OLD",
                                "SNAPSHOT_UNPROVEN",
                                "SNAPSHOT_SCHEMA_UNKNOWN",
                                "NO_GC_GRACE",
                                "DROPPED_VALUES_RETURN",
                                "VALUES_STAY_HIDDEN",
                                "INDEX_FILES",
                                "SSTABLE_UNREADABLE",
                                "OVERLAPS_EXCLUDED",
                                "STAGING_ELSEWHERE"
                            }))
    public @interface TransferFindings {}

    /** Codes of findings of plans, and of their transfers. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            schema =
                    @Schema(
                            type = "string",
                            allowableValues = {
                                "TOO_FEW_SOURCES",
                                "NEW_RACK",
                                "IMBALANCE",
                                "TABLE_NOT_EMPTY",
                                "DATA_LOST",
                                "GC_GRACE_TOO_SHORT",
                                "NO_SIDECAR",
                                "HAS_VIEWS",
                                "CDC_TABLE",
                                "LEGACY_COUNTER_SHARDS",
                                "UNKNOWN_COMPRESSOR",
                                "SNAPSHOT_TOO_OLD",
                                "SNAPSHOT_UNPROVEN",
                                "SNAPSHOT_SCHEMA_UNKNOWN",
                                "NO_GC_GRACE",
                                "DROPPED_VALUES_RETURN",
                                "VALUES_STAY_HIDDEN",
                                "INDEX_FILES",
                                "SSTABLE_UNREADABLE",
                                "OVERLAPS_EXCLUDED",
                                "STAGING_ELSEWHERE"
                            }))
    public @interface PlanFindings {}

    /** Code of a finding of transfers that may be accepted. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(
            type = "string",
            allowableValues = {
                "HAS_VIEWS",
                "CDC_TABLE",
                "LEGACY_COUNTER_SHARDS",
                "UNKNOWN_COMPRESSOR",
                "SNAPSHOT_TOO_OLD",
                "SNAPSHOT_UNPROVEN",
                "SNAPSHOT_SCHEMA_UNKNOWN",
                "NO_GC_GRACE",
                "DROPPED_VALUES_RETURN",
                "VALUES_STAY_HIDDEN",
                "INDEX_FILES",
                "SSTABLE_UNREADABLE",
                "OVERLAPS_EXCLUDED",
                "STAGING_ELSEWHERE"
            })
    public @interface TransferFinding {}

    /** A part of a draft. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minimum = "0", maximum = "" + (Bounds.MAX_PARTS - 1))
    public @interface Part {}

    /** Token ranges of a query. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(schema = @Schema(pattern = Bounds.RANGE, example = "0:100"))
    public @interface QueriedRanges {}

    /** A token range. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.RANGE, example = "0:100")
    public @interface Range {}

    /** A token. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.ONE_TOKEN, example = "100")
    public @interface Token {}

    /** Last tokens of blocks of rows. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            minItems = 1,
            maxItems = Bounds.MAX_BLOCKS,
            schema = @Schema(pattern = Bounds.ONE_TOKEN, example = "100"))
    public @interface Tokens {}

    /** Buckets of rows. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            minItems = 1,
            maxItems = Bounds.MAX_BUCKETS,
            schema = @Schema(minimum = "0", maximum = "" + (Bounds.MAX_BUCKETS - 1)))
    public @interface Buckets {}

    /** Seconds since 1970. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minimum = "1", maximum = "" + Bounds.MAX_SECONDS, example = "1767322983")
    public @interface Seconds {}

    /** A column. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(minLength = 1, maxLength = Bounds.MAX_COLUMN, example = "name")
    public @interface Column {}

    /** Values of key columns. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(
            maxItems = Bounds.MAX_KEY_COLUMNS,
            schema = @Schema(pattern = Bounds.BASE64, maxLength = Bounds.MAX_BASE64, example = "AAAABw=="))
    public @interface Base64Values {}

    /** Where a scan of rows goes on. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(pattern = Bounds.ROW_CURSOR)
    public @interface RowCursor {}

    /** Every {@link io.idaeus.api.ProblemType#uri()}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @Schema(
            type = "string",
            allowableValues = {
                "urn:idaeus:problem:invalid-request",
                "urn:idaeus:problem:invalid-range",
                "urn:idaeus:problem:invalid-tag",
                "urn:idaeus:problem:unauthenticated",
                "urn:idaeus:problem:forbidden",
                "urn:idaeus:problem:peer-not-allowed",
                "urn:idaeus:problem:keyspace-not-allowed",
                "urn:idaeus:problem:staging-outside-roots",
                "urn:idaeus:problem:not-found",
                "urn:idaeus:problem:unknown-keyspace",
                "urn:idaeus:problem:unknown-table",
                "urn:idaeus:problem:unknown-snapshot",
                "urn:idaeus:problem:unknown-transfer",
                "urn:idaeus:problem:unknown-plan",
                "urn:idaeus:problem:unknown-comparison",
                "urn:idaeus:problem:unknown-claim",
                "urn:idaeus:problem:method-not-allowed",
                "urn:idaeus:problem:not-acceptable",
                "urn:idaeus:problem:snapshot-exists",
                "urn:idaeus:problem:snapshot-not-managed",
                "urn:idaeus:problem:snapshot-leased",
                "urn:idaeus:problem:snapshot-incomplete",
                "urn:idaeus:problem:illegal-state",
                "urn:idaeus:problem:plan-changed",
                "urn:idaeus:problem:table-changed",
                "urn:idaeus:problem:claimed",
                "urn:idaeus:problem:claim-superseded",
                "urn:idaeus:problem:peer-mismatch",
                "urn:idaeus:problem:precondition-failed",
                "urn:idaeus:problem:payload-too-large",
                "urn:idaeus:problem:uri-too-long",
                "urn:idaeus:problem:unsupported-media-type",
                "urn:idaeus:problem:range-not-satisfiable",
                "urn:idaeus:problem:idempotency-key-reused",
                "urn:idaeus:problem:unsupported-partitioner",
                "urn:idaeus:problem:unprocessable",
                "urn:idaeus:problem:plan-refused",
                "urn:idaeus:problem:too-many-requests",
                "urn:idaeus:problem:quota-exceeded",
                "urn:idaeus:problem:headers-too-large",
                "urn:idaeus:problem:internal",
                "urn:idaeus:problem:files-unreadable",
                "urn:idaeus:problem:cassandra-refused",
                "urn:idaeus:problem:peer-unreachable",
                "urn:idaeus:problem:peer-failed",
                "urn:idaeus:problem:cassandra-unavailable",
                "urn:idaeus:problem:overloaded",
                "urn:idaeus:problem:audit-unavailable",
                "urn:idaeus:problem:draining",
                "urn:idaeus:problem:time-limit",
                "urn:idaeus:problem:insufficient-storage"
            })
    public @interface ProblemTypes {}
}
