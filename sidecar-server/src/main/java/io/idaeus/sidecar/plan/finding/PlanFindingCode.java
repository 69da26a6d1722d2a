/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.finding;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.sidecar.start.StartOptions;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Codes of a plan's findings, with severity and remedy. docs/plans-reference.md lists them. Remedies are worded as those of
 * {@link io.idaeus.sidecar.selection.finding.FindingCode}.
 */
public enum PlanFindingCode {
    DEAD_NODE_UP(
            Severity.REFUSE,
            "advice: look whether this is the node that you mean; if so, wait until it is down for good, and every node sees it"),
    SAME_ADDRESS(
            Severity.REFUSE,
            "give the replacement an address of its own; advice: or start it by hand with " + StartOptions.REPLACE
                    + " and that address, and run nodetool repair --full afterwards"),
    REPLACEMENT_IS_SEED(Severity.REFUSE, "advice: take the replacement out of its own list of seeds"),
    NEW_NODE_IS_SEED(Severity.REFUSE, "advice: take the new node out of its own list of seeds"),
    SIDECAR_TOO_OLD(Severity.REFUSE, "advice: upgrade that sidecar, and make a new plan"),
    PLACEMENT_DIFFERS(
            Severity.REFUSE,
            "advice: make a new plan once the ring is at rest; where it stays so, let Cassandra bootstrap the node, and report it"),
    LOSER_UNAVAILABLE(
            Severity.REFUSE, "advice: start the node and its sidecar: it alone has what the new node takes over"),
    NEW_RACK(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "advice: add as many nodes to the new rack as the others have; or accept that the first holds as much as the plan"
                    + " shows until then"),
    IMBALANCE(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "leave the tokens out of the request, so that the plan chooses them; or accept that nodes share the ring unevenly"),
    OTHER_PLACE(Severity.REFUSE, "advice: give the replacement the data centre and the rack of the dead node"),
    RING_CHANGING(Severity.REFUSE, "advice: wait until no node joins, leaves or moves, then make a new plan"),
    SCHEMA_DISAGREES(
            Severity.REFUSE, "advice: wait until all live nodes have one schema version, then make a new plan"),
    MIXED_VERSIONS(Severity.REFUSE, "advice: finish the upgrade first: all nodes must have one major version"),
    NODE_CLAIMED(Severity.REFUSE, "cancel the other plan; advice: or wait until it has ended"),
    KEYSPACE_NOT_ALLOWED(
            Severity.REFUSE,
            "where a data centre is rebuilt, name the other keyspaces in the request; advice: or change keyspaces.allow and"
                    + " keyspaces.deny of that sidecar, restart it, and make a new plan"),
    OLDER_VERSION(
            Severity.REFUSE,
            "advice: upgrade this cluster first: SSTables and schemas are read by the same or a later version"),
    REPLICATION_UNCLEAR(
            Severity.REFUSE,
            "say how many replicas each data centre of this cluster is to have, for instance --replication shop='dc1: 3'; for a"
                    + " keyspace that is here already, leave the option out; then make a new plan"),
    SCHEMA_NOT_ALLOWED(
            Severity.REFUSE,
            "set cassandra.clones.accept: true for that sidecar, and restart it; or make what is missing by hand, and leave out"
                    + " truncate; then make a new plan"),
    ROWS_NOT_READ(
            Severity.REFUSE,
            "set cassandra.rows.read: true for that sidecar, and restart it; or leave out compare; then make a new plan"),
    COUNTERS_NOT_EMPTY(
            Severity.REFUSE,
            "empty the table, or make a new plan with --truncate: an import would add to the counters that are there"),
    TABLE_NOT_EMPTY(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "make a new plan with --truncate; or accept that rows stay which were deleted in the other cluster, where their"
                    + " tombstones are purged already"),
    NO_STAGING(Severity.REFUSE, "advice: set staging.roots at the destination, on its data directories' file systems"),
    INSUFFICIENT_DISK(Severity.REFUSE, "advice: give the destination more disk space"),
    ALREADY_JOINED(
            Severity.REFUSE,
            "advice: name a new node, whose data directories are empty. Do not empty those of a member of the cluster: its"
                    + " replicas would be lost"),
    TOO_FEW_SOURCES(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "start the nodes that are down, or their sidecars, and name these in peers.allow of the sidecar that makes the plan,"
                    + " where they are of another cluster; or accept that acknowledged writes may be missed until"
                    + " nodetool repair --full has run"),
    DATA_LOST(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "accept that these ranges come back empty; advice: restore their keyspaces from a backup afterwards"),
    GC_GRACE_TOO_SHORT(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "raise gc_grace_seconds of the table until the plan has ended, or accept that deleted rows can come back"),
    TRANSFER_TOO_LARGE(
            Severity.REFUSE,
            "advice: upgrade the sidecars that cannot cut SSTables; or replace the node in the way bootstrap, which makes no"
                    + " transfers; where a data centre is rebuilt, leave the keyspace out of the request and run nodetool"
                    + " rebuild for it"),
    WRITES_NOT_LOCAL(
            Severity.REFUSE, "advice: let clients write at a LOCAL_* level, in the data centre that is the source"),
    CONSISTENCY_UNKNOWN(Severity.NOTE, "name the level of each keyspace's writes with --writes where it is another"),
    NO_SIDECAR(
            Severity.REFUSE_UNLESS_ACCEPTED,
            "start the node's sidecar; where you accept, a plan with new nodes waits for it before JOIN: what the node sees of the"
                    + " ring is unknown without"),
    SSTABLES_UNKNOWN(
            Severity.NOTE,
            "advice: upgrade the node's sidecar, and make a new plan; otherwise what its SSTables are like is found only in FILL,"
                    + " where the plan may have to wait"),
    NODE_DOWN(
            Severity.NOTE, "advice: start the node: a plan pauses while a replica of a range that it touches is down"),
    SEEDS_NAME_DEAD(Severity.NOTE, "take the dead node's address out of the lists of seeds"),
    WHOLE_SSTABLES(
            Severity.NOTE,
            "nothing to do: CLEANUP removes the rows of other ranges; where sidecars are too old, less moves once they are upgraded"),
    STREAMED_BY_CASSANDRA(Severity.NOTE, "nothing to do: Cassandra streams the keyspace while the node joins"),
    SYSTEM_RANGES_LOST(
            Severity.NOTE,
            "advice: where clients log in, create the roles anew that are missing afterwards; give the keyspace the replication of"
                    + " your data, so that the next dead node does not take its ranges with it"),
    LIGHTWEIGHT_TRANSACTIONS(
            Severity.NOTE,
            "advice: from 4.1 on, run nodetool repair --paxos-only for the keyspace on every live node, right before the second"
                    + " start; on 4.0, let nobody write with IF while the node joins"),
    LONG_DELAYS(
            Severity.NOTE,
            "nothing to do: Cassandra waits by its own clocks in the second start, some 90 s; advice: give the role of every sidecar what"
                    + " docs/examples/cassandra-role.cql has, start or upgrade the sidecar that is named, and make a new plan"),
    LEFT_OUT(
            Severity.NOTE,
            "advice: where clients of this data centre use the keyspace, give it replicas in both data centres"
                    + " (NetworkTopologyStrategy), or name it in the request; then make a new plan"),
    NO_REPLICAS(
            Severity.NOTE,
            "nothing to do: the new nodes own nothing of the keyspace; advice: where this data centre is to have it, change its"
                    + " replication once all have joined, and fill it by a plan that rebuilds"),
    LEFT_EMPTY(
            Severity.NOTE,
            "advice: fill the keyspace before clients use the node: the plan says how under what is left to do");

    private final Severity severity;
    private final String remedy;

    PlanFindingCode(Severity severity, String remedy) {
        this.severity = severity;
        this.remedy = remedy;
    }

    public static boolean isCode(String name) {
        return Arrays.stream(values()).anyMatch(code -> code.name().equals(name));
    }

    public Severity severity() {
        return severity;
    }

    public String remedy() {
        return remedy;
    }

    /** Codes that {@code accept} of a plan may name, beside those of its transfers. */
    public static Stream<String> acceptable() {
        return Arrays.stream(values())
                .filter(code -> code.severity == Severity.REFUSE_UNLESS_ACCEPTED)
                .map(Enum::name);
    }

    Finding about(String subject, String detail, Set<String> accepted) {
        boolean noted = severity == Severity.REFUSE_UNLESS_ACCEPTED && accepted.contains(name());
        return new Finding(name(), noted ? Severity.NOTE : severity, subject, detail, remedy);
    }
}
