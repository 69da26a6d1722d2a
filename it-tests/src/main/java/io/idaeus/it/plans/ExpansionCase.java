/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.QuorumJournal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** New nodes that join a ring by a plan while clients write and read at QUORUM, and the promises that were broken. */
public final class ExpansionCase {
    private final ExpansionSetting setting;
    private final DeadRing ring;
    private final NewHosts hosts;
    private final List<CassandraNode> old;
    private final List<String> broken = new ArrayList<>();
    private final StringBuilder steps = new StringBuilder();

    /**
     * The outcome of an expansion.
     *
     * @param broken promises, in words; empty if all hold
     * @param steps how long each step took, and what writers saw
     * @param seen by writers, over all
     */
    public record Result(List<String> broken, String steps, String seen) {}

    private ExpansionCase(ExpansionSetting setting, DeadRing ring) {
        this.setting = setting;
        this.ring = ring;
        this.old = ring.cluster().nodes();
        this.hosts = NewHosts.beside(
                ring,
                setting.added().stream()
                        .map(place -> old.get(setting.places().indexOf(place)))
                        .toArray(CassandraNode[]::new));
    }

    public static Result of(ExpansionSetting setting) {
        try (DeadRing ring = setting.ring()) {
            ExpansionCase expansion = new ExpansionCase(setting, ring);
            try (expansion.hosts) {
                return expansion.carriedOut();
            }
        }
    }

    private UnaryOperator<PlanRequest.Builder> racks() {
        Map<String, String> racks = new HashMap<>();
        IntStream.range(0, setting.added().size())
                .forEach(i -> racks.put(
                        hosts.sidecar(i).restUri().toString(),
                        setting.added().get(i).rack()));
        return request -> request.datacenter(setting.datacenter()).racks(racks);
    }

    private Result carriedOut() {
        QuorumJournal journal = QuorumJournal.start(
                DifferingRows.JOURNAL, old.get(0).cql(), old.get(1).cql(), 0);
        Plan ended;
        try (journal) {
            Plan plan = hosts.planned(racks());
            plan.keyspaces().stream()
                    .filter(keyspace -> keyspace.keyspace().equals(DifferingRows.KEYSPACE))
                    .forEach(keyspace -> expect(
                            keyspace.treatment() == PlanKeyspace.Treatment.FILL && keyspace.cut(),
                            "treatment",
                            keyspace,
                            "FILL, cut"));
            hosts.approve(plan);
            ended = hosts.driveToEnd();
        }
        tell(ended, journal);
        expectEnd(ended, journal);
        if (setting.passesOn() && setting.compaction() == ExpansionSetting.Compaction.NONE) {
            expectSmallDelta(ended);
        }
        expectCleanedUp();
        expectNothingToRepair();
        if (setting.bearsAbsence()) {
            expectEveryPair(journal);
        } else {
            expectAllAtQuorum(old.get(0), "QUORUM", journal);
        }
        expectCompleteAlone(ended, journal);
        return new Result(broken, steps.toString(), journal.summary());
    }

    private void tell(Plan ended, QuorumJournal journal) {
        steps.append(setting).append(": ").append(journal.summary()).append('\n');
        for (PlanStep step : ended.steps()) {
            Instant from = step.startedAt();
            Instant to = step.finishedAt();
            if (from != null && to != null) {
                steps.append("  %2d %-9s %6.1f s  %s; %s%n"
                        .formatted(
                                step.number(),
                                step.kind(),
                                Duration.between(from, to).toMillis() / 1000.0,
                                journal.during(from, to),
                                step.detail()));
            }
        }
    }

    private void expectEnd(Plan ended, QuorumJournal journal) {
        expect(ended.state() == PlanState.COMPLETED, "the end", PlanDriver.brief(ended), "COMPLETED");
        expect(journal.missing().isEmpty(), "acknowledged rows missed at QUORUM meanwhile", journal.missing(), "none");
        QuorumJournal.Writes writes = journal.during(Instant.MIN, Instant.MAX);
        if (setting.bearsRestart()) {
            expect(writes.failed() == 0, "writes", writes, "none failed");
        } else {
            expectWritesUntilJoined(ended, journal);
        }
        expect(writes.acknowledged() > 100, "writes", writes, "more than 100");
    }

    // With two replicas, writes at QUORUM fail while a new node that has joined restarts. Up to 5.0 they also fail
    // where
    // a node that knows of the join refuses a range that it has lost, and another still asks it.
    private void expectWritesUntilJoined(Plan ended, QuorumJournal journal) {
        int joined = IntStream.range(0, ended.steps().size())
                .filter(i -> ended.steps().get(i).kind() == PlanStep.Kind.JOIN)
                .max()
                .orElseThrow();
        for (PlanStep step : ended.steps().subList(0, joined + 1)) {
            boolean joins = step.kind() == PlanStep.Kind.JOIN;
            QuorumJournal.Writes writes =
                    journal.during(Objects.requireNonNull(step.startedAt()), Objects.requireNonNull(step.finishedAt()));
            expect(
                    writes.unavailable() == 0 && (joins || writes.failed() == 0),
                    "writes in " + step.kind(),
                    writes,
                    joins ? "none unavailable" : "none failed");
        }
    }

    // Nothing moves again that the node before had before it joined.
    private void expectSmallDelta(Plan ended) {
        String last = hosts.sidecar(setting.added().size() - 1).restUri().toString();
        long filled = moved(ended, last, PlanStep.Kind.FILL);
        long delta = moved(ended, last, PlanStep.Kind.DELTA);
        expect(
                delta > 0 && delta < filled / 2,
                "bytes of the last DELTA",
                delta + ": " + sstables(ended, last),
                "some, and less than half of " + filled);
    }

    private List<String> sstables(Plan plan, String destination) {
        SidecarClient client = ring.client(hosts.sidecar(setting.added().size() - 1));
        return plan.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.DELTA && destination.equals(step.destination()))
                .flatMap(step -> Objects.requireNonNull(step.transfers()).stream())
                .flatMap(id -> client.allTransferSstables(id))
                .map(each -> each.sourceHostId().substring(0, 8) + " " + each.table() + " " + each.name() + " "
                        + each.bytes())
                .toList();
    }

    private void expectCleanedUp() {
        List<PayloadTable> tables = List.of(DifferingRows.SAME, DifferingRows.DIFFERING);
        old.forEach(node -> LiveFiles.freeze(node, DifferingRows.KEYSPACE));
        List<Set<String>> before = live(tables);
        // As LEFT TO DO of the first plan says.
        PlanRequest request = PlanRequest.builder(PlanKind.CLEANUP)
                .datacenter(setting.datacenter())
                .build();
        hosts.approve(PlanDriver.drafted(ring.plans(), request, plan -> !plan.refused()));
        Plan cleaned = hosts.drive("the end of the cleanup", plan -> false);
        expect(cleaned.state() == PlanState.COMPLETED, "the cleanup", PlanDriver.brief(cleaned), "COMPLETED");
        expect(!live(tables).equals(before), "SSTables after the cleanup", before, "some of them rewritten");
        for (CassandraNode node : ring.cluster().nodes()) {
            if (!datacenter(node).equals(setting.datacenter())) {
                continue;
            }
            for (PayloadTable table : tables) {
                Set<String> rewritten = new LiveFiles(node, table).rewrittenByCleanup();
                expect(rewritten.isEmpty(), "what another cleanup rewrites", rewritten, "nothing");
            }
        }
    }

    private List<Set<String>> live(List<PayloadTable> tables) {
        return old.stream()
                .flatMap(node -> tables.stream().map(table -> new LiveFiles(node, table).all()))
                .toList();
    }

    private static long moved(Plan plan, String destination, PlanStep.Kind kind) {
        return plan.steps().stream()
                .filter(step -> step.kind() == kind && destination.equals(step.destination()))
                .map(PlanStep::progress)
                .filter(Objects::nonNull)
                .mapToLong(progress -> progress.bytesFetched())
                .sum();
    }

    private void expectNothingToRepair() {
        for (CassandraNode node : hosts.nodes()) {
            List<String> streams = RepairPreview.of(node, DifferingRows.SAME).streams();
            expect(streams.isEmpty(), "a repair of equal replicas", streams, "no stream");
        }
    }

    // The two of three replicas that answer while the third is away.
    private void expectEveryPair(QuorumJournal journal) {
        List<CassandraNode> all = ring.cluster().nodes();
        for (CassandraNode away : all) {
            CassandraNode asked = all.stream()
                    .filter(node -> node != away && datacenter(node).equals(datacenter(away)))
                    .findFirst()
                    .orElseThrow();
            Absence.of(away, all, () -> expectAllAtQuorum(asked, "QUORUM without " + away.address(), journal));
        }
    }

    private String datacenter(CassandraNode node) {
        int index = ring.cluster().nodes().indexOf(node);
        return (index < old.size()
                        ? setting.places().get(index)
                        : setting.added().get(index - old.size()))
                .datacenter();
    }

    private void expectAllAtQuorum(CassandraNode asked, String how, QuorumJournal journal) {
        Set<Long> differing = LongStream.range(0, DifferingRows.DIFFERING.rows())
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
        LongStream.concat(DifferingRows.missingOnFirst(), DifferingRows.missingOnSecond())
                .forEach(differing::add);
        expectAll(how, seen(asked, DifferingRows.DIFFERING, ConsistencyLevel.LOCAL_QUORUM), differing);
        expectAll(
                how + ", journal", seen(asked, DifferingRows.JOURNAL, ConsistencyLevel.QUORUM), journal.acknowledged());
    }

    private static Set<Long> seen(CassandraNode coordinator, PayloadTable table, ConsistencyLevel level) {
        return new OwnedRows(Set.of(List.of(String.valueOf(Long.MIN_VALUE), String.valueOf(Long.MAX_VALUE))))
                .ids(coordinator.cql(), table, level);
    }

    // Rows that one replica lacks, the loser too, may be missing here: every pair was asked.
    private void expectCompleteAlone(Plan ended, QuorumJournal journal) {
        List<OwnedRows> owned = hosts.nodes().stream().map(OwnedRows::of).toList();
        List<Instant> joined = ended.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.JOIN)
                .map(step -> Objects.requireNonNull(step.startedAt()))
                .toList();
        for (int i = 0; i < owned.size(); i++) {
            CassandraNode node = hosts.nodes().get(i);
            List<CassandraNode> others = ring.cluster().nodes().stream()
                    .filter(each -> each != node && each.isAlive())
                    .toList();
            if (i == owned.size() - 1) {
                others.forEach(CassandraNode::stop);
            }
            // It asks itself first, the others only where it is not a replica.
            expectOwned(node, owned.get(i), DifferingRows.SAME, ids(DifferingRows.SAME));
            expectOwned(node, owned.get(i), DifferingRows.DIFFERING, ids(DifferingRows.DIFFERING));
            expectOwned(node, owned.get(i), DifferingRows.FLUSHED_ONCE, ids(DifferingRows.FLUSHED_ONCE));
            expectOwned(node, owned.get(i), DifferingRows.JOURNAL, journal.acknowledgedBefore(joined.get(i)));
        }
    }

    private void expectOwned(CassandraNode node, OwnedRows owned, PayloadTable table, Collection<Long> all) {
        expectAll(
                node.address() + " at ONE, " + table.name(),
                owned.ids(node.cql(), table, ConsistencyLevel.ONE),
                owned.among(all));
    }

    private static Set<Long> ids(PayloadTable table) {
        return LongStream.range(0, table.rows()).boxed().collect(Collectors.toSet());
    }

    private void expectAll(String where, Set<Long> seen, Collection<Long> wanted) {
        Set<Long> missing = new TreeSet<>(wanted);
        missing.removeAll(seen);
        expect(missing.isEmpty(), where + ": missing rows", missing, "none of " + wanted.size());
        expect(!wanted.isEmpty(), where + ": rows", 0, "some");
    }

    private void expect(boolean holds, String what, Object found, Object expected) {
        if (!holds) {
            broken.add("%s: %s (expected: %s)".formatted(what, found, expected));
        }
    }
}
