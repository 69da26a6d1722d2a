/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.QuorumJournal;
import io.idaeus.it.plans.ReplacementSetting.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A dead node replaced by a plan while clients write and read at QUORUM, and the promises that were broken. */
public final class ReplacementCase {
    private final ReplacementSetting setting;
    private final DeadRing ring;
    private final PlanDriver driver;
    private final List<String> broken = new ArrayList<>();
    private final StringBuilder steps = new StringBuilder();

    /**
     * The outcome of a replacement.
     *
     * @param broken promises, in words; empty if all hold
     * @param steps how long each step took, and what writers saw
     */
    public record Result(List<String> broken, String steps, QuorumJournal.Writes writes, Duration took, String note) {}

    private ReplacementCase(ReplacementSetting setting, DeadRing ring) {
        this.setting = setting;
        this.ring = ring;
        this.driver = setting.replacement(ring);
    }

    public static Result of(ReplacementSetting setting) {
        try (DeadRing ring = setting.ring()) {
            return new ReplacementCase(setting, ring).carriedOut();
        }
    }

    private Result carriedOut() {
        QuorumJournal journal = QuorumJournal.start(
                DifferingRows.JOURNAL,
                ring.live().get(0).cql(),
                ring.live().get(1).cql(),
                0);
        Plan ended;
        try (journal) {
            Plan plan = driver.planned();
            int copies = setting.way() == PlanWay.BOOTSTRAP ? copies(plan) : 2;
            expect(copies(plan) == copies, "merged copies", copies(plan), 2);
            boolean cut = setting.way() != PlanWay.BOOTSTRAP;
            expect(shop(plan).cut() == cut, "SSTables are cut", shop(plan).cut(), cut);
            approve(plan);
            Plan joined = driver.driveToLastStart();
            if (setting.way() != PlanWay.BOOTSTRAP && !joined.state().isFinal()) {
                expectReadableOnceJoined(joined, journal);
            }
            ended = driver.driveToEnd();
        }
        tell(ended, journal);
        expectEnd(ended, journal);
        String note = setting.way() == PlanWay.BOOTSTRAP ? repaired() : "";
        expectSpread();
        expectNothingToCleanUp();
        expectNothingToRepair();
        expectCompleteAlone(ended, journal);
        return new Result(
                broken,
                steps.toString(),
                journal.during(Instant.MIN, Instant.MAX),
                Duration.between(
                        Objects.requireNonNull(ended.approvedAt()), Objects.requireNonNull(ended.finishedAt())),
                note);
    }

    private static int copies(Plan plan) {
        return shop(plan).copies();
    }

    private static PlanKeyspace shop(Plan plan) {
        return plan.keyspaces().stream()
                .filter(keyspace -> keyspace.keyspace().equals(DifferingRows.KEYSPACE))
                .findFirst()
                .orElseThrow();
    }

    private void tell(Plan ended, QuorumJournal journal) {
        steps.append(setting).append(": ").append(journal.summary()).append('\n');
        for (PlanStep step : ended.steps()) {
            Instant from = step.startedAt();
            Instant to = step.finishedAt();
            if (from != null && to != null) {
                steps.append("  %2d %-9s %6.1f s  %s%n"
                        .formatted(
                                step.number(),
                                step.kind(),
                                Duration.between(from, to).toMillis() / 1000.0,
                                journal.during(from, to)));
            }
        }
    }

    private void expectEnd(Plan ended, QuorumJournal journal) {
        expect(ended.state() == PlanState.COMPLETED, "the end", ended.state() + " " + ended.steps(), "COMPLETED");
        Set<PlanStep.State> states = ended.steps().stream().map(PlanStep::state).collect(Collectors.toSet());
        expect(states.equals(Set.of(PlanStep.State.DONE)), "steps", states, "all DONE");
        expect(journal.missing().isEmpty(), "acknowledged rows missed at QUORUM meanwhile", journal.missing(), "none");
        expect(
                journal.acknowledged().size() > 100,
                "writes",
                journal.acknowledged().size(),
                "more than 100");
    }

    private void approve(Plan plan) {
        if (setting.variant() != Variant.ROLES) {
            driver.approve(plan);
            return;
        }
        requireNotApproved(plan);
        ring.operator()
                .call(ring.sidecar(0).restUri(), "plan", "approve", plan.id(), "--digest", plan.digest())
                .orThrow();
        driver.follow(plan);
        new StolenPeer(ring.client(driver.sidecar(), "CN=sidecar of another"), plan.id(), plan.digest())
                .tryEverything();
    }

    // At the coordinator alone: the new node has heard from no operator.
    private void requireNotApproved(Plan plan) {
        DeadRing.await("the new node does not obey", () -> {
            try {
                ring.plans().approve(plan.id(), plan.digest());
            } catch (SidecarException e) {
                return String.valueOf(e.problem().detail()).contains("no operator has approved");
            }
            throw new IllegalStateException("the new node obeys a plan that nobody approved there");
        });
    }

    // Not by its clients' level, but at ONE. CQL opens soon after the join.
    private void expectReadableOnceJoined(Plan joined, QuorumJournal journal) {
        DeadRing.patiently(() -> driver.node().cql());
        Instant complete = started(joined, PlanStep.Kind.DELTA);
        expectRows("the joined node at ONE", driver.node(), journal.acknowledgedBefore(complete));
    }

    private static Instant started(Plan plan, PlanStep.Kind kind) {
        return plan.steps().stream()
                .filter(step -> step.kind() == kind)
                .map(step -> Objects.requireNonNull(step.startedAt(), "startedAt"))
                .findFirst()
                .orElseThrow();
    }

    /** Cassandra's own replacement needs it. */
    private String repaired() {
        Set<Long> lacks = planted();
        lacks.removeAll(
                OwnedRows.of(driver.node()).ids(driver.node().cql(), DifferingRows.DIFFERING, ConsistencyLevel.ONE));
        driver.node().nodetool("repair", "--full", DifferingRows.KEYSPACE).orThrow();
        return "the new node lacked %d rows before its repair".formatted(lacks.size());
    }

    // Outside the ring Cassandra imports everything into the first data directory.
    private void expectSpread() {
        for (Path directory : driver.node().tableDirectories(DifferingRows.KEYSPACE, DifferingRows.SAME.table())) {
            Set<String> here = LiveFiles.in(directory);
            expect(!here.isEmpty(), "SSTables in " + directory, here.size(), "some in each data directory");
        }
    }

    // Cassandra rewrites SSTables that hold keys of other ranges, and no others.
    private void expectNothingToCleanUp() {
        LiveFiles.freeze(driver.node(), DifferingRows.KEYSPACE);
        for (PayloadTable table : List.of(DifferingRows.SAME, DifferingRows.DIFFERING)) {
            LiveFiles files = new LiveFiles(driver.node(), table);
            expect(!files.all().isEmpty(), "SSTables of " + table.name(), files.all(), "some");
            Set<String> rewritten = files.rewrittenByCleanup();
            expect(rewritten.isEmpty(), "SSTables of " + table.name() + " that a cleanup rewrites", rewritten, "none");
        }
    }

    // While the new node restarted it got writes by hints, or will get them: the journal's table is left out.
    private void expectNothingToRepair() {
        List<String> same = RepairPreview.of(driver.node(), DifferingRows.SAME).streams();
        expect(same.isEmpty(), "a repair of equal replicas", same, "no stream");
        repairWithoutTheNewNode();
        List<String> differing =
                RepairPreview.of(driver.node(), DifferingRows.DIFFERING).streams();
        expect(differing.isEmpty(), "a repair, once the others equal each other", differing, "no stream");
    }

    // Between replicas that differ a preview names streams in both directions.
    private void repairWithoutTheNewNode() {
        List<String> words = new ArrayList<>(List.of("repair", "--full"));
        ring.live().forEach(node -> words.addAll(List.of("--in-hosts", node.address())));
        words.addAll(List.of(DifferingRows.KEYSPACE, DifferingRows.DIFFERING.table()));
        ring.live().get(0).nodetool(words.toArray(String[]::new)).orThrow();
    }

    private void expectCompleteAlone(Plan ended, QuorumJournal journal) {
        List<Long> complete =
                switch (setting.way()) {
                    case SURVEY -> journal.acknowledgedBefore(started(ended, PlanStep.Kind.JOIN));
                    case DIRECT -> journal.acknowledgedBefore(started(ended, PlanStep.Kind.DELTA));
                    case BOOTSTRAP -> journal.acknowledged();
                };
        List<CassandraNode> others = ring.live();
        if (setting.variant() == Variant.LOGINS) {
            // Alone it lets nobody read: that takes a quorum of system_auth. It asks itself first.
            expectRows("the new node at ONE", driver.node(), complete);
            return;
        }
        for (CassandraNode other : others.subList(1, others.size())) {
            other.stop();
        }
        if (others.size() == 2) {
            Set<Long> seen = OwnedRows.of(driver.node())
                    .ids(others.get(0).cql(), DifferingRows.JOURNAL, ConsistencyLevel.QUORUM);
            expectAll("QUORUM with the first node", seen, journal.acknowledged());
        }
        others.get(0).stop();
        expectRows("the new node alone at ONE", driver.node(), complete);
    }

    private void expectRows(String where, CassandraNode node, Collection<Long> journal) {
        OwnedRows owned = OwnedRows.of(node);
        Set<Long> differing = planted();
        differing.addAll(ids(DifferingRows.DIFFERING));
        expectOwned(where, owned, node, DifferingRows.SAME, ids(DifferingRows.SAME));
        expectOwned(where, owned, node, DifferingRows.DIFFERING, differing);
        expectOwned(where, owned, node, DifferingRows.FLUSHED_ONCE, ids(DifferingRows.FLUSHED_ONCE));
        expectOwned(where, owned, node, DifferingRows.JOURNAL, journal);
    }

    private void expectOwned(
            String where, OwnedRows owned, CassandraNode node, PayloadTable table, Collection<Long> all) {
        Set<Long> seen = owned.ids(node.cql(), table, ConsistencyLevel.ONE);
        expectAll(where + ", " + table.name(), seen, owned.among(all));
    }

    private void expectAll(String where, Set<Long> seen, Collection<Long> wanted) {
        Set<Long> missing = new TreeSet<>(wanted);
        missing.removeAll(seen);
        expect(missing.isEmpty(), where + ": missing rows", missing, "none of " + wanted.size());
        expect(!wanted.isEmpty(), where + ": rows", 0, "some");
    }

    private static Set<Long> planted() {
        return LongStream.concat(DifferingRows.missingOnFirst(), DifferingRows.missingOnSecond())
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<Long> ids(PayloadTable table) {
        return LongStream.range(0, table.rows()).boxed().collect(Collectors.toSet());
    }

    private void expect(boolean holds, String what, Object found, Object expected) {
        if (!holds) {
            broken.add("%s: %s (expected: %s)".formatted(what, found, expected));
        }
    }
}
