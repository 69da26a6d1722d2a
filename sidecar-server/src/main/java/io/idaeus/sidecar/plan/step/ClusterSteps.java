/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.cluster.FreshDraft;
import io.idaeus.sidecar.plan.cluster.FreshDrafts;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.TransferPart;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.way.StepAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps that look at the cluster, and tidy up. */
final class ClusterSteps {
    private ClusterSteps() {}

    static StepOutcome check(StepContext context) {
        Draft planned = context.plan().draft();
        FreshDraft now =
                new FreshDrafts(context.directory()).look(context.plan().request());
        Waits waits = new Waits();
        PlanDrafter.changes(planned, now.draft()).stream()
                // By this plan itself.
                .filter(change -> !change.isOf(PlanFindingCode.NODE_CLAIMED))
                .map(change -> StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        change.text(),
                        change.remedy(context.plan().id())))
                .forEach(waits::and);
        waits.and(new CloneSources(context).unusable());
        return waits.look(() -> Busy.withRepairs(now.views().stream()))
                .asOne()
                .orElseGet(() -> StepOutcome.done("the cluster is as planned"));
    }

    static StepOutcome verify(StepContext context) {
        StepOutcome normal = JoinSteps.awaitNormal(context);
        if (!(normal instanceof StepOutcome.Done)) {
            return normal;
        }
        CassandraProcess running = context.askHost().cassandra();
        if (running == null) {
            return StepOutcome.waiting(
                    Cause.NODE_DOWN, "the node's Cassandra does not answer", "start it again, as it was started");
        }
        Optional<PlanNode> still = context.dead().filter(dead -> isMember(context.askCluster(), dead.hostId()));
        Waits waits = new Waits();
        still.ifPresent(dead -> waits.and(StepOutcome.waiting(
                Cause.CLUSTER_CHANGING,
                "the new node is NORMAL, and the dead node " + dead.address() + " is in the ring still",
                "the new node has not taken its place: see nodetool status, and repair the keyspaces on both")));
        context.filled().forEach(keyspace -> waits.and(truncated(context, keyspace.keyspace())));
        return waits.asOne().orElseGet(() -> verified(context, running));
    }

    private static StepOutcome verified(StepContext context, CassandraProcess running) {
        List<PlanDue> due = new ArrayList<>();
        List<String> details = new ArrayList<>();
        for (PlanKeyspace keyspace : context.filled()) {
            OwnedNow now = OwnedNow.of(context, keyspace.keyspace(), String.valueOf(running.hostId()));
            details.add(now.describe());
            now.due(String.valueOf(running.address())).ifPresent(due::add);
        }
        return new StepOutcome.Done("everything planned is live; " + String.join("; ", details), due);
    }

    private static boolean isMember(Cluster cluster, String hostId) {
        return cluster.nodes().stream().anyMatch(node -> node.hostId().equals(hostId));
    }

    // Rows of a snapshot from before a TRUNCATE come back with it.
    private static List<StepOutcome.Waiting> truncated(StepContext context, String keyspace) {
        SidecarClient destination = context.destination().client();
        List<StepOutcome.Waiting> found = new ArrayList<>();
        Map<TableRef, Optional<Instant>> truncations = new HashMap<>();
        List<String> fills = context.transfersOf(StepAction.FILL).entrySet().stream()
                .filter(part -> TransferPart.keyspaceOf(part.getKey()).equals(keyspace))
                .flatMap(part -> part.getValue().stream())
                .toList();
        for (String id : fills) {
            Transfer transfer = PeerCalls.translated(
                    () -> destination.claims().transfer(context.plan().id(), id));
            for (TableRef table : transfer.request().tables()) {
                Optional<Instant> at = truncations.computeIfAbsent(table, any -> truncatedAt(destination, table));
                boolean since = at.isPresent() && !at.get().isBefore(transfer.createdAt());
                if (since && context.type().otherCluster().isPresent()) {
                    found.add(StepOutcome.waiting(
                            Cause.CLUSTER_CHANGING,
                            table.keyspace() + "." + table.table() + " was truncated at " + at.get()
                                    + ", after transfer " + id + " began: rows that were cloned are gone",
                            "cancel the plan, and make it again with --truncate"));
                } else if (since && !at.get().isAfter(transfer.since())) {
                    String name = table.keyspace() + "." + table.table();
                    found.add(StepOutcome.waiting(
                            Cause.CLUSTER_CHANGING,
                            name + " was truncated at " + at.get() + ", while transfer " + id
                                    + " brought SSTables from before: rows may be back that were truncated",
                            "truncate " + name + " again, before clients use this node"));
                }
            }
        }
        return found;
    }

    private static Optional<Instant> truncatedAt(SidecarClient destination, TableRef table) {
        try {
            return Optional.ofNullable(
                    destination.table(table.keyspace(), table.table()).truncatedAt());
        } catch (SidecarException e) {
            boolean dropped = ProblemType.fromUri(e.problem().type())
                    .filter(type -> type == ProblemType.UNKNOWN_TABLE || type == ProblemType.UNKNOWN_KEYSPACE)
                    .isPresent();
            if (!dropped) {
                throw e;
            }
            return Optional.empty();
        }
    }

    static StepOutcome cleanUp(StepContext context) {
        PeerCalls.made(() ->
                context.destination().client().claims().cleanUp(context.plan().id(), context.claimedCleanup(null)));
        return StepOutcome.done("rows of other ranges are removed");
    }
}
