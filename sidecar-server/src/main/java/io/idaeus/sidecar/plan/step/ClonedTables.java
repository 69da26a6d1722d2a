/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedTables;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tables that a plan copies into another cluster. Cassandra does not compact them before all of a table is there, and they must
 * be as empty as the plan says.
 */
final class ClonedTables {
    private static final int NAMED = 5;

    private ClonedTables() {}

    /** Has compactions of all tables wait, at all destinations, and checks that they are as empty as the plan says. */
    static StepOutcome hold(StepContext context) {
        List<String> full = new ArrayList<>();
        for (PlanDestination destination : context.plan().draft().destinations()) {
            SidecarClient client = context.directory().at(destination.sidecar()).client();
            for (PlanKeyspace keyspace : context.filled()) {
                List<TableRef> tables = keyspace.tables().stream()
                        .map(table -> new TableRef(keyspace.keyspace(), table.table()))
                        .toList();
                hold(context, client, tables).stream()
                        .filter(table -> !isAccepted(context, client, table))
                        .map(table -> table.keyspace() + "." + table.table() + " at " + destination.address())
                        .forEach(full::add);
            }
        }
        return full.isEmpty()
                ? StepOutcome.done("compaction waits until the tables are in")
                : StepOutcome.waiting(
                        Cause.REFUSED,
                        "these tables have rows: " + Listed.of(full, NAMED) + " (expected: none)",
                        "empty them, or cancel the plan and make another one; TABLE_NOT_EMPTY in docs/clone.md says why");
    }

    /** The same of some tables at the destination of a step, whatever they have: it may have let go meanwhile. */
    static void hold(StepContext context, List<TableRef> tables) {
        if (context.type().otherCluster().isPresent()) {
            List<TableRef> unused = hold(context, context.destination().client(), tables);
        }
    }

    // Holds compactions. Returns the tables that have rows.
    private static List<TableRef> hold(StepContext context, SidecarClient destination, List<TableRef> tables) {
        return destination
                .claims()
                .holdCompactions(
                        context.plan().id(),
                        new ClaimedTables(
                                context.plan().draft().digest(), context.plan().fence(), tables))
                .notEmpty();
    }

    // An import would add to the counters that are there, whatever is accepted.
    private static boolean isAccepted(StepContext context, SidecarClient destination, TableRef table) {
        List<String> accepted = context.plan().request().accept();
        return accepted != null
                && accepted.contains(PlanFindingCode.TABLE_NOT_EMPTY.name())
                && !destination
                        .table(table.keyspace(), table.table())
                        .definition()
                        .flags()
                        .contains("COUNTER");
    }

    /** A comparison judges what was written until then. */
    static void noteOldestSnapshot(StepContext context, List<Transfer> transfers) {
        if (context.type().otherCluster().isPresent()) {
            transfers.stream()
                    .flatMap(transfer -> transfer.sources().stream())
                    .flatMap(source -> Stream.ofNullable(source.snapshotTakenAt()))
                    .min(Instant::compareTo)
                    .ifPresent(oldest -> context.change().accept(step -> step.withOldestSnapshot(oldest)));
        }
    }

    /** As of when the rows are that transfers have brought: each source has a time of its own. */
    static String asOf(StepContext context, List<Transfer> transfers) {
        Map<String, Instant> oldest = new TreeMap<>();
        transfers.stream()
                .flatMap(transfer -> transfer.sources().stream())
                .filter(source -> source.snapshotTakenAt() != null)
                .forEach(source -> oldest.merge(
                        source.uri(),
                        Objects.requireNonNull(source.snapshotTakenAt()),
                        (one, other) -> one.isBefore(other) ? one : other));
        return context.type().otherCluster().isEmpty() || oldest.isEmpty()
                ? ""
                : "; as of the snapshots of "
                        + oldest.entrySet().stream()
                                .map(each -> each.getKey() + " at " + each.getValue())
                                .collect(Collectors.joining(", "));
    }

    /** Lets Cassandra compact them, once a step is done that has filled them. */
    static StepOutcome released(StepContext context, StepOutcome outcome) {
        if (outcome instanceof StepOutcome.Done && context.type().otherCluster().isPresent()) {
            PeerCalls.made(() -> context.destination()
                    .client()
                    .claims()
                    .releaseCompactions(context.plan().id(), context.claimed()));
        }
        return outcome;
    }
}
