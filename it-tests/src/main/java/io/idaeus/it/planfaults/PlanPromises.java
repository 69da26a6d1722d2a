/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.plans.DeadRing;
import io.idaeus.it.plans.PlanDriver;
import io.idaeus.it.plans.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;

/** The promises of docs/plans.md that hold once a plan has ended, whatever broke. */
public final class PlanPromises {
    private static final Duration SETTLED = Duration.ofSeconds(90);

    private static final Duration ANSWERED = Duration.ofMinutes(2);

    private final PlanScene scene;
    private final PlanDriver replacement;
    private final List<String> broken = new ArrayList<>();

    public PlanPromises(PlanScene scene, PlanDriver replacement) {
        this.scene = scene;
        this.replacement = replacement;
    }

    /** The broken promises, in words; empty if all hold. */
    public List<String> broken() {
        return List.copyOf(broken);
    }

    /** Those, and this one. */
    public List<String> broken(boolean holds, String promise) {
        expect(holds, promise, "none");
        return broken();
    }

    /** The new node is the replica, and alone has what was acknowledged at QUORUM before it joined. */
    public PlanPromises completed(Plan plan) {
        expect(plan.state() == PlanState.COMPLETED, "a plan that is COMPLETED", PlanDriver.brief(plan));
        if (plan.state() != PlanState.COMPLETED) {
            return this;
        }
        expect(plan.steps().stream().allMatch(step -> step.state() == PlanStep.State.DONE), "every step DONE", plan);
        CassandraNode node = replacement.node();
        expect(
                "UP NORMAL".equals(scene.ring().seen(node)),
                "the new node UP NORMAL",
                scene.ring().seen(node));
        expect(
                "GONE".equals(scene.ring().seen(scene.dead())),
                "no dead node",
                scene.ring().seen(scene.dead()));
        expect(
                scene.ring().replicas(PlanScene.TABLE.keyspace()).contains(node.address()),
                "the new node as a replica",
                scene.ring().replicas(PlanScene.TABLE.keyspace()));
        List<Long> beforeJoin = scene.journal().acknowledgedBefore(Step.JOIN.begun(plan));
        Set<Long> wanted = new HashSet<>(beforeJoin);
        LongStream.range(0, PlanScene.TABLE.rows()).forEach(wanted::add);
        expectRows(
                "at ONE from the new node alone", wanted, alone(() -> ids(replacement.node(), ConsistencyLevel.ONE)));
        return everyAcknowledgedWrite();
    }

    /** The dead node is as before, writes go through, and another replacement may begin. */
    public PlanPromises undone(Plan plan, PlanState state, String deadNode) {
        expect(plan.state() == state, "a plan that is " + state, PlanDriver.brief(plan));
        eventually("no pending ranges", () -> !scene.isPending(replacement.node()));
        eventually(
                "the dead node " + deadNode, () -> deadNode.equals(scene.ring().seen(scene.dead())));
        eventually("the dead node as a replica", () -> scene.ring()
                .replicas(PlanScene.TABLE.keyspace())
                .contains(scene.dead().address()));
        eventually("no new node", () -> "GONE".equals(scene.ring().seen(replacement.node())));
        int before = scene.journal().acknowledged().size();
        eventually("acknowledged writes", () -> scene.journal().acknowledged().size() > before);
        return everyAcknowledgedWrite();
    }

    private PlanPromises everyAcknowledgedWrite() {
        List<Long> missed = scene.journal().missing();
        expect(missed.isEmpty(), "no acknowledged write that a read at QUORUM missed", missed);
        Set<Long> all = new HashSet<>(scene.journal().acknowledged());
        expectRows("at QUORUM", all, insisting(() -> ids(scene.firstNode(), ConsistencyLevel.QUORUM)));
        return this;
    }

    /** Rows of a table, read at ONE from the new node while the others do not answer. */
    public int rowsAlone(String table) {
        return alone(
                () -> replacement.node().cql().execute("SELECT * FROM " + table).size());
    }

    private <T> T alone(Supplier<T> call) {
        CassandraNode node = replacement.node();
        node.cql();
        scene.firstNode().pause();
        scene.secondNode().pause();
        try {
            return insisting(call);
        } finally {
            scene.firstNode().resume();
            scene.secondNode().resume();
        }
    }

    // A node may ask others until it has noticed that they do not answer, and take them for dead once they do again.
    private static <T> T insisting(Supplier<T> call) {
        return Awaitility.await("rows are read")
                .atMost(ANSWERED)
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(DriverException.class)
                .until(call::get, rows -> true);
    }

    private static Set<Long> ids(CassandraNode node, ConsistencyLevel level) {
        SimpleStatement all = SimpleStatement.newInstance("SELECT id FROM " + PlanScene.TABLE.name())
                .setConsistencyLevel(level)
                .setTimeout(Duration.ofMinutes(1));
        Set<Long> found = new HashSet<>();
        node.cql().session().execute(all).forEach(row -> found.add(row.getLong("id")));
        return found;
    }

    private void expectRows(String how, Set<Long> wanted, Set<Long> found) {
        Set<Long> missing = new HashSet<>(wanted);
        missing.removeAll(found);
        expect(
                missing.isEmpty(),
                wanted.size() + " rows " + how,
                missing.size() + " missing, for instance "
                        + missing.stream().limit(5).toList());
    }

    private void eventually(String what, BooleanSupplier holds) {
        try {
            DeadRing.await(what, SETTLED, holds::getAsBoolean);
        } catch (RuntimeException e) {
            broken.add(what + ", within " + SETTLED.toSeconds() + " s");
        }
    }

    private void expect(boolean holds, String what, Object found) {
        if (!holds) {
            broken.add("found %s (expected: %s)".formatted(found, what));
        }
    }
}
