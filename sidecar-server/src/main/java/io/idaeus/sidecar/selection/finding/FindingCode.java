/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.finding;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import java.util.Arrays;
import java.util.Optional;

/**
 * Codes of findings, with severity and remedy. docs/findings.md lists them. A remedy is a promise: a test carries it out, and
 * docs/remedies.md names it. What follows {@code advice:} is advice, and what begins with {@code nothing to do} neither.
 */
public enum FindingCode {
    SYSTEM_KEYSPACE(
            Severity.REFUSE, "advice: transfer only user keyspaces; each cluster has system keyspaces of its own"),
    PARTITIONER(Severity.REFUSE, "advice: transfer only between nodes that both use Murmur3Partitioner"),
    SCHEMA_MISMATCH(Severity.REFUSE, "create or alter the table here so that it matches the source"),
    SCHEMA_DIFFERS(Severity.NOTE, "nothing to do; these columns have no values in the imported rows"),
    TABLE_CHANGED(Severity.REFUSE, "start a new transfer: it plans with the table as it is now"),
    HEADER_MISMATCH(
            Severity.REFUSE,
            "where a column is unknown here, add it with the type that was written, and drop it again; advice: where types"
                    + " differ, make the table here with the types that were written"),
    DROPPED_VALUES_RETURN(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "where the table here is empty, run the statements in the detail, which hide these values here too; or accept"
                    + " that they can be read here"),
    VALUES_STAY_HIDDEN(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "accept that these values cannot be read here; advice: a drop cannot be undone. Only a table that is dropped and"
                    + " created again here, which deletes its rows, shows them"),
    FORMAT_UNREADABLE(
            Severity.REFUSE,
            "advice: upgrade this node: SSTables cannot move to older versions. Only for oa SSTables and a 5.0 node in"
                    + " CASSANDRA_4 mode: set storage_compatibility_mode to NONE, in the steps of Cassandra's upgrade"
                    + " guide; after that a downgrade to 4.x is impossible"),
    VIEW(Severity.REFUSE, "advice: transfer the base table, and create the view here again"),
    ACCORD_TABLE(Severity.REFUSE, "advice: use Cassandra's own streaming; its import moves nothing for Accord tables"),
    HAS_VIEWS(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "accept; advice: rebuild the views afterwards, because imports do not update them"),
    CDC_TABLE(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "accept if the readers of the CDC log may miss these rows: imports do not write to it"),
    LEGACY_COUNTER_SHARDS(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "accept that counters from before 2.1 may count twice; advice: or run nodetool upgradesstables at the source first"),
    UNKNOWN_COMPRESSOR(
            Severity.REFUSE_UNLESS_ACCEPTED, "accept if this node has the compressor's class on its class path"),
    SNAPSHOT_TOO_OLD(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "start a new transfer without \"snapshot\" and \"base\", which takes a new snapshot; accept if the table here is empty, or never"
                    + " has deletes: otherwise rows deleted since can come back, because their tombstones may be purged"),
    SNAPSHOT_UNPROVEN(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "put its manifest.json back beside the SSTables, if there is one; or accept that rows may be missing, and that"
                    + " deleted rows come back if the snapshot is older than gc_grace_seconds"),
    SNAPSHOT_SCHEMA_UNKNOWN(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "put the schema.cql that Cassandra wrote back beside the SSTables; leave out \"snapshot\", which takes a new one,"
                    + " where Cassandra wrote none that creates the table; or accept if the source's table has lost no"
                    + " column and was not created anew since the snapshot: otherwise values that were dropped by then can be"
                    + " read here"),
    NO_GC_GRACE(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "raise gc_grace_seconds on both sides until the transfer has ended, for instance ALTER TABLE … WITH"
                    + " gc_grace_seconds = 86400, and leave out \"snapshot\" and \"base\"; or accept where no row is deleted meanwhile: a deletion that is purged"
                    + " before the import would be undone by it"),
    PENDING_REPAIR(
            Severity.REFUSE,
            "leave out importOptions.keepRepaired; advice: or wait until the repair at the source ends"),
    TRANSIENT_REPLICA(Severity.REFUSE, "leave out importOptions.keepRepaired"),
    REPAIRED_STATE_RESET(
            Severity.NOTE,
            "nothing to do: the next incremental repair processes these SSTables again; set importOptions.keepRepaired if"
                    + " the source's repair covers the destination's data too"),
    SSTABLE_UNREADABLE(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "restore the SSTable at the source, or accept to leave it behind: rows that its tombstones cover may then be"
                    + " visible here until nodetool repair --full has run for the table; advice: nodetool scrub at the source may"
                    + " mend it"),
    PARTIAL_SSTABLES(
            Severity.EXCLUDE,
            "request wider ranges, or use onPartialOverlap=INCLUDE; the rows of these SSTables within the ranges do not"
                    + " move"),
    TOKENS_NOT_OWNED(
            Severity.EXCLUDE,
            "use onPartialOverlap=INCLUDE, and run nodetool cleanup afterwards; advice: or request only ranges that this node owns"),
    NOT_OWNED_BY_SOURCE(
            Severity.EXCLUDE,
            "name a source that owns the ranges; only to rescue rows that no other node has, take a snapshot there"
                    + " first and name it in the request: rows deleted since may come back"),
    SLICE_IMPOSSIBLE(
            Severity.EXCLUDE,
            "use onPartialOverlap=INCLUDE, which moves these SSTables whole, and run nodetool cleanup afterwards"),
    RANGES_WITHOUT_SOURCE(
            Severity.EXCLUDE,
            "name sources that own these ranges; where nodes are joining or leaving, wait until the ring is at rest, and start"
                    + " a new transfer"),
    RANGES_NOT_OWNED(Severity.NOTE, "nothing to do; only rows of this node's ranges move"),
    OWNED_BY_OTHER_SOURCE(Severity.NOTE, "nothing to do; other sources provide these ranges"),
    OVERLAPS_EXCLUDED(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "use onPartialOverlap=INCLUDE, or accept that deleted rows may be visible here until nodetool repair --full has"
                    + " run for the table; advice: or name sources that own the ranges"),
    CLEANUP_DUE(Severity.NOTE, "advice: run nodetool cleanup after the transfer, before this node gains ranges"),
    LEFTOVER_ROWS(
            Severity.NOTE,
            "advice: if rows that were deleted are here again, delete them again; run nodetool cleanup at the source before the"
                    + " next transfer from it, so that rows from before it lost these ranges stay behind"),
    INDEXES_DIFFER(Severity.NOTE, "nothing to do; index components are left out and Cassandra rebuilds its indexes"),
    INDEX_FILES(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "delete these files and TOC.txt beside them: Cassandra makes new ones; or accept where no index of that name will"
                    + " ever be created on another column: it would read them, and find none of these rows"),
    NOTHING_TO_MOVE(
            Severity.NOTE,
            "advice: check the ranges. A dry run does not flush: rows that a source has only in memory are not in it. A transfer"
                    + " flushes them first, and moves them"),
    INSUFFICIENT_STORAGE(
            Severity.REFUSE, "free space on the staging file systems; advice: or transfer fewer tables or ranges"),
    STAGING_IN_DATA_DIRECTORY(
            Severity.REFUSE,
            "name a staging root outside of Cassandra's data directories, for instance beside them (staging.roots), and"
                    + " restart the sidecar: Cassandra reads what is inside its data directories"),
    STAGING_NOT_WRITABLE(
            Severity.REFUSE,
            "make the staging root writable for the sidecar's user, which should be Cassandra's; check ownership,"
                    + " permissions and how the file system is mounted"),
    NODETOOL_UNUSABLE(
            Severity.REFUSE,
            "correct cassandra.nodetool in the sidecar's configuration, or leave it out to import over JMX, and restart"
                    + " the sidecar"),
    STAGING_ELSEWHERE(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "put a staging root on a data directory's file system, or accept that the import copies every byte");

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

    /** The finding with this code; empty where there is none that can be accepted. */
    public static Optional<FindingCode> acceptable(String code) {
        return Arrays.stream(values())
                .filter(each -> each.canBeAccepted() && each.name().equals(code))
                .findFirst();
    }

    public boolean canBeAccepted() {
        return severity == Severity.REFUSE_UNLESS_ACCEPTED;
    }

    public Finding about(String subject, String detail) {
        return new Finding(name(), severity, subject, detail, remedy);
    }
}
