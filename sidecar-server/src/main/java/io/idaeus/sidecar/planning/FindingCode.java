/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;

/** The stable codes of findings, with what to do. docs/api.md lists them. */
public enum FindingCode {
    SYSTEM_KEYSPACE(Severity.REFUSE, "transfer user keyspaces only; Cassandra keeps its own"),
    PARTITIONER(Severity.REFUSE, "source and destination must both use Murmur3Partitioner"),
    SCHEMA_MISMATCH(Severity.REFUSE, "create or alter the table here so that it agrees with the source"),
    SCHEMA_DIFFERS(Severity.NOTE, "nothing; imported rows have no value there"),
    TABLE_CHANGED(Severity.REFUSE, "start the transfer again: it plans with the table as it is now"),
    HEADER_MISMATCH(
            Severity.REFUSE,
            "the SSTable was written with other types: rewrite it at the source"
                    + " (nodetool upgradesstables -a) or give this table the same types"),
    FORMAT_UNREADABLE(
            Severity.REFUSE,
            "upgrade this node, or set its storage_compatibility_mode to NONE; SSTables do"
                    + " not move to older versions"),
    VIEW(Severity.REFUSE, "transfer the base table and recreate the view here"),
    ACCORD_TABLE(Severity.REFUSE, "Cassandra's import moves nothing for Accord tables; use its own streaming"),
    HAS_VIEWS(Severity.REFUSE_UNLESS_ACCEPTED, "an import does not update views: accept, and rebuild them afterwards"),
    CDC_TABLE(
            Severity.REFUSE_UNLESS_ACCEPTED, "an import writes no CDC log: accept if its readers may miss these rows"),
    LEGACY_COUNTER_SHARDS(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "counters from before 2.1 can be counted twice: run nodetool upgradesstables at the source, or accept"),
    UNKNOWN_COMPRESSOR(
            Severity.REFUSE_UNLESS_ACCEPTED, "accept if the compressor's class is on this node's class path too"),
    SNAPSHOT_TOO_OLD(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "rows deleted since can come back where tombstones are already purged: accept for an empty table"),
    NO_HOST_ID(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "without an originating host id a commit log replay here may skip mutations: accept for files that no"
                    + " node wrote (CQLSSTableWriter)"),
    PENDING_REPAIR(Severity.REFUSE, "wait for the repair at the source, or do not keep the repaired state"),
    TRANSIENT_REPLICA(Severity.REFUSE, "do not keep the repaired state of transient replicas"),
    SSTABLE_UNREADABLE(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "run nodetool scrub or restore it at the source, or accept to leave it there: rows that its tombstones"
                    + " cover may then be visible here"),
    PARTIAL_SSTABLES(
            Severity.EXCLUDE,
            "they hold rows in the ranges that will not move: use onPartialOverlap=include, or another range"),
    TOKENS_NOT_OWNED(
            Severity.EXCLUDE,
            "choose ranges that this node owns, or use onPartialOverlap=include and run nodetool cleanup"),
    NOT_HELD(
            Severity.EXCLUDE,
            "choose a source that holds the ranges; to move what is left there from before a cleanup, take a snapshot"
                    + " first and name it in the request"),
    HELD_ELSEWHERE(Severity.NOTE, "nothing; the other sources bring those ranges"),
    OVERLAPS_EXCLUDED(
            Severity.NOTE,
            "rows that were deleted may be visible here: repair the table afterwards, or use onPartialOverlap=include"),
    CLEANUP_DUE(Severity.NOTE, "run nodetool cleanup after the transfer, before this node gains ranges"),
    INDEXES_DIFFER(Severity.NOTE, "nothing; index components stay behind and Cassandra rebuilds its indexes"),
    NOTHING_TO_MOVE(Severity.NOTE, "check the ranges, and that the source's data was flushed"),
    INSUFFICIENT_STORAGE(Severity.REFUSE, "free space on the staging file systems, or transfer fewer tables or ranges"),
    STAGING_ELSEWHERE(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "put a staging root on the data directory's file system, or accept that the import copies every byte");

    private final Severity severity;
    private final String remedy;

    FindingCode(Severity severity, String remedy) {
        this.severity = severity;
        this.remedy = remedy;
    }

    public Severity severity() {
        return severity;
    }

    public String remedy() {
        return remedy;
    }

    /** Whether a request's {@code accept} may name it. */
    public boolean canBeAccepted() {
        return severity == Severity.REFUSE_UNLESS_ACCEPTED;
    }

    Finding about(String subject, String detail) {
        return new Finding(name(), severity, subject, detail, remedy);
    }
}
