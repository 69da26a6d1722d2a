/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.Plan;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanStep;
import io.idaeus.it.harness.CassandraNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** The promises of docs/plans.md that hold once a plan has ended, whatever broke. */
public final class PlanPromises {
    private static final Duration SETTLED = Duration.ofSeconds(90);

    private static final int READS = 5;

    private final PlanScene scene;
    private final DrivenReplacement replacement;
    private final List<String> broken = new ArrayList<>();

    public PlanPromises(PlanScene scene, DrivenReplacement replacement) {
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
        expect(plan.state() == PlanState.COMPLETED, "a plan that is COMPLETED", DrivenReplacement.brief(plan));
        if (plan.state() != PlanState.COMPLETED) {
            return this;
        }
        expect(plan.steps().stream().allMatch(step -> step.state() == PlanStep.State.DONE), "every step DONE", plan);
        CassandraNode node = replacement.node();
        expect("UP NORMAL".equals(scene.seen(node)), "the new node UP NORMAL", scene.seen(node));
        expect("GONE".equals(scene.seen(scene.dead())), "no dead node", scene.seen(scene.dead()));
        expect(scene.replicas().contains(node.address()), "the new node as a replica", scene.replicas());
        List<Long> beforeJoin = scene.journal().acknowledgedBefore(Step.JOIN.begun(plan));
        Set<Long> wanted = new HashSet<>(beforeJoin);
        LongStream.range(0, PlanScene.TABLE.rows()).forEach(wanted::add);
        expectRows(
                "at ONE from the new node alone", wanted, alone(() -> ids(replacement.node(), ConsistencyLevel.ONE)));
        return everyAcknowledgedWrite();
    }

    /** The dead node is as before, writes go through, and another replacement may begin. */
    public PlanPromises undone(Plan plan, PlanState state, String deadNode) {
        expect(plan.state() == state, "a plan that is " + state, DrivenReplacement.brief(plan));
        eventually("no pending ranges", () -> !scene.isPending(replacement.node()));
        eventually("the dead node " + deadNode, () -> deadNode.equals(scene.seen(scene.dead())));
        eventually("the dead node as a replica", () -> scene.replicas()
                .contains(scene.dead().address()));
        eventually("no new node", () -> "GONE".equals(scene.seen(replacement.node())));
        int before = scene.journal().acknowledged().size();
        eventually("acknowledged writes", () -> scene.journal().acknowledged().size() > before);
        return everyAcknowledgedWrite();
    }

    private PlanPromises everyAcknowledgedWrite() {
        List<Long> missed = scene.journal().missing();
        expect(missed.isEmpty(), "no acknowledged write that a read at QUORUM missed", missed);
        Set<Long> all = new HashSet<>(scene.journal().acknowledged());
        expectRows("at QUORUM", all, ids(scene.firstNode(), ConsistencyLevel.QUORUM));
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

    // The node may ask the others until it has noticed that they do not answer.
    private static <T> T insisting(Supplier<T> call) {
        DriverException last = new DriverTimeoutException("not asked");
        for (int attempt = 0; attempt < READS; attempt++) {
            try {
                return call.get();
            } catch (DriverException e) {
                last = e;
            }
        }
        throw last;
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
            PlanScene.await(what, SETTLED, holds::getAsBoolean);
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
