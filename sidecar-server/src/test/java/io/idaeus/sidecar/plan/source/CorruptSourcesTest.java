/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.WrittenTo;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.plan.way.StepAction;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SSTables are corrupt at a source: it does not count for their tokens, and as many others do as the plan merges. */
class CorruptSourcesTest {
    private @Nullable PlanScene scene;

    @AfterEach
    void stop() {
        if (scene != null) {
            scene.close();
        }
    }

    private PlanScene open(PlanScene made) {
        scene = made;
        return made;
    }

    @Test
    void anotherReplicaTakesThePlaceOfACorruptOneInItsTokensAlone() throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        PlanRange damaged = range(plan, 0);
        String bad = damaged.sources().get(0);
        Transfer first = fill(plan);

        plan.isCorrupt(first.id(), bad, damaged.range());
        Transfer second = again(plan);

        assertThat(sources(second, damaged)).hasSameSizeAs(damaged.sources()).doesNotContain(bad);
        assertThat(ranges(plan)).allSatisfy(range -> {
            if (!range.equals(damaged)) {
                assertThat(sources(second, range)).hasSameElementsAs(range.sources());
            }
        });
    }

    @Test
    void wholeSstablesOfACorruptSourceMoveForNoRange() throws IOException {
        PlanScene plan = open(PlanScene.spare(false)).runsOutside();
        assertThat(keyspace(plan).cut()).isFalse();
        PlanRange damaged = range(plan, 0);
        String bad = damaged.sources().get(0);
        Transfer first = fill(plan);

        plan.isCorrupt(first.id(), bad, damaged.range());
        Transfer second = again(plan);

        assertThat(second.request().sources()).extracting(SourceRef::hostId).doesNotContain(bad);
        assertMergedFromEnough(plan, second);
    }

    @Test
    void severalThatAreCorruptInOtherTokensAreReplacedEachInItsOwn() throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        PlanRange one = range(plan, 0);
        PlanRange other = ranges(plan).stream()
                .filter(range -> !range.sources().get(0).equals(one.sources().get(0)))
                .findFirst()
                .orElseThrow();
        plan.isCorrupt(fill(plan).id(), one.sources().get(0), one.range());
        plan.isCorrupt(again(plan).id(), other.sources().get(0), other.range());

        Transfer third = again(plan);

        assertThat(sources(third, one)).doesNotContain(one.sources().get(0));
        assertThat(sources(third, other)).doesNotContain(other.sources().get(0));
        assertMergedFromEnough(plan, third);
    }

    /** Only a transfer tells whether one of them has been mended. */
    @Test
    void whereTooFewOthersAreLeftThoseThatWereCorruptAreTriedInTurn() throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        PlanRange damaged = range(plan, 0);
        String bad = damaged.sources().get(0);
        plan.isCorrupt(fill(plan).id(), bad, damaged.range());
        Transfer second = again(plan);
        String substitute = sources(second, damaged).stream()
                .filter(source -> !damaged.sources().contains(source))
                .findFirst()
                .orElseThrow();

        plan.isCorrupt(second.id(), substitute, damaged.range());
        Transfer third = again(plan);
        assertThat(sources(third, damaged)).contains(bad).doesNotContain(substitute);
        assertMergedFromEnough(plan, third);

        plan.isCorrupt(third.id(), bad, damaged.range());
        Transfer fourth = again(plan);
        assertThat(sources(fourth, damaged)).contains(substitute).doesNotContain(bad);
        assertMergedFromEnough(plan, fourth);
    }

    /** The replacement may be the replica by then, and nothing can be drafted for the dead node. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeltaDoesNotAskWhatWasCorruptInTheFill(boolean left) throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        PlanRange damaged = range(plan, 0);
        String bad = damaged.sources().get(0);
        plan.isCorrupt(fill(plan).id(), bad, damaged.range());
        again(plan);

        Transfer delta = delta(plan, left);

        assertThat(sources(delta, damaged)).doesNotContain(bad);
        assertMergedFromEnough(plan, delta);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeltaDoesNotWaitForASourceThatOthersReplacedInTheFill(boolean left) throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        ClusterNode gone = plan.nodes.members().get(1);
        plan.nodes.down(gone.address());
        plan.attempt(StepAction.FILL);
        plan.later(Duration.ofMinutes(10)).attempt(StepAction.FILL);

        Transfer delta = delta(plan, left);

        assertThat(delta.request().sources()).extracting(SourceRef::hostId).doesNotContain(gone.hostId());
        assertMergedFromEnough(plan, delta);
    }

    private static Transfer delta(PlanScene plan, boolean left) throws IOException {
        if (left) {
            plan.nodes.leaves(PlanScene.DEAD);
        }
        plan.runsInSurvey();
        int await = plan.steps(StepAction.AWAIT_SURVEY).get(0);
        plan.plan = plan.plan.withStep(
                await, plan.plan.steps().get(await).withWrittenTo(new WrittenTo(plan.begun, plan.begun)));
        Set<String> before = Set.copyOf(plan.transfers.keySet());

        plan.attempt(StepAction.DELTA);

        return plan.transfers.values().stream()
                .filter(transfer -> !before.contains(transfer.id()))
                .filter(CorruptSourcesTest::isOfShop)
                .findFirst()
                .orElseThrow();
    }

    /** It would begin again from the corrupt one, and not end complete either. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTransferWhoseSourceIsGoneIsCancelledOnlyWhereSoundOnesTakeItsPlace(boolean corrupt) throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        PlanRange damaged = range(plan, 0);
        Transfer running = fill(plan);
        if (corrupt) {
            plan.isCorrupt(running.id(), damaged.sources().get(0), damaged.range());
            running = again(plan);
        }
        String gone = damaged.sources().get(1);
        plan.nodes.members().stream()
                .filter(node -> node.hostId().equals(gone))
                .map(ClusterNode::address)
                .toList()
                .forEach(plan.nodes::down);
        plan.attempt(StepAction.FILL);

        plan.later(Duration.ofMinutes(10)).attempt(StepAction.FILL);

        String cancel = "POST /v1/claims/p1/transfers/" + running.id() + "/cancel";
        assertThat(plan.commands().contains(cancel)).as("%s", plan.commands()).isEqualTo(!corrupt);
    }

    @Test
    void withoutAnotherReplicaThePlanWaitsAndNamesWhatToMend() throws IOException {
        PlanScene plan = open(PlanScene.replacement(PlanWay.SURVEY)).runsOutside();
        PlanRange damaged = range(plan, 0);
        String bad = damaged.sources().get(0);
        Transfer first = fill(plan);
        plan.isEnded(TransferState.COMPLETED);
        plan.isCorrupt(first.id(), bad, damaged.range());

        StepOutcome outcome = plan.attempt(StepAction.FILL);

        assertThat(outcome).isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
            assertThat(waiting.cause()).isEqualTo(Cause.TRANSFER);
            assertThat(waiting.detail())
                    .contains("shop.t nb-7-big (CRC32 1 (expected: 2))", "corrupt at " + uri(first, bad));
            assertThat(waiting.remedy()).contains("nodetool scrub shop t at " + uri(first, bad));
        });
        Transfer second = again(plan);
        assertThat(sources(second, damaged)).hasSameElementsAs(damaged.sources());
        plan.isEnded(TransferState.COMPLETED);
        assertThat(plan.attempt(StepAction.FILL)).isInstanceOf(StepOutcome.Done.class);
    }

    /** While the node is pending, what is brought from another one again takes time. */
    @Test
    void aSourceThatWasMendedIsAskedAgainInTheDelta() throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        PlanRange damaged = range(plan, 0);
        String bad = damaged.sources().get(0);
        Transfer first = fill(plan);
        plan.isCorrupt(first.id(), bad, damaged.range());
        plan.isComplete(again(plan).id(), first.request());

        assertThat(sources(delta(plan, false), damaged)).contains(bad);
    }

    /** It tries for days where nobody mends anything. */
    @Test
    void onlyTheLastFewTransfersAreAskedFor() throws IOException {
        PlanScene plan = open(PlanScene.spare(true)).runsOutside();
        Transfer last = fill(plan);
        PlanRange damaged = range(plan, 0);
        for (int tries = 0; tries < 20; tries++) {
            plan.isCorrupt(last.id(), damaged.sources().get(0), damaged.range());
            last = again(plan);
        }

        assertThat(plan.ring.requests().stream()
                        .filter(request -> request.startsWith("GET ") && request.contains("/transfers/"))
                        .distinct())
                .hasSizeLessThan(20);
    }

    /** The sources of one range at several destinations depend on each other. */
    @Test
    void aRebuildWaitsForItsOwnSource() throws IOException {
        PlanScene plan = open(PlanScene.rebuild());
        int fill = plan.steps(StepAction.FILL).get(0);
        plan.attempt(fill);
        Transfer first = ofShop(plan);
        SourceRef bad = first.request().sources().get(0);
        plan.isEnded(TransferState.COMPLETED);
        plan.isCorrupt(first.id(), String.valueOf(bad.hostId()), bad.ranges().get(0));

        assertThat(plan.attempt(fill)).isInstanceOf(StepOutcome.Waiting.class);
        plan.later(Duration.ofMinutes(5)).attempt(fill);

        assertThat(ofShop(plan).request()).isEqualTo(first.request());
    }

    private static String uri(Transfer transfer, String hostId) {
        return transfer.request().sources().stream()
                .filter(source -> hostId.equals(source.hostId()))
                .map(SourceRef::uri)
                .findFirst()
                .orElseThrow();
    }

    private static PlanKeyspace keyspace(PlanScene plan) {
        return plan.plan.draft().keyspaces().stream()
                .filter(keyspace -> keyspace.keyspace().equals("shop"))
                .findFirst()
                .orElseThrow();
    }

    private static List<PlanRange> ranges(PlanScene plan) {
        return plan.plan.draft().ranges().stream()
                .filter(range -> range.keyspace().equals("shop"))
                .toList();
    }

    private static PlanRange range(PlanScene plan, int index) {
        return ranges(plan).get(index);
    }

    /** The transfer of shop that FILL begins. */
    private static Transfer fill(PlanScene plan) throws IOException {
        plan.attempt(StepAction.FILL);
        return ofShop(plan);
    }

    /** The one that it begins after a while, in the place of one that has ended. */
    private static Transfer again(PlanScene plan) throws IOException {
        Transfer before = ofShop(plan);
        plan.later(Duration.ofMinutes(5)).attempt(StepAction.FILL);
        Transfer after = ofShop(plan);
        assertThat(after.id()).isNotEqualTo(before.id());
        return after;
    }

    private static boolean isOfShop(Transfer transfer) {
        return transfer.request().tables().get(0).keyspace().equals("shop");
    }

    // The last.
    private static Transfer ofShop(PlanScene plan) {
        int fill = plan.steps(StepAction.FILL).get(0);
        List<String> ids =
                new ArrayList<>(plan.plan.steps().get(fill).transfers().get("shop"));
        return Objects.requireNonNull(plan.transfers.get(ids.get(ids.size() - 1)));
    }

    private static Set<String> sources(Transfer transfer, PlanRange range) {
        return transfer.request().sources().stream()
                .filter(source -> Objects.requireNonNull(source.ranges()).contains(range.range()))
                .map(source -> String.valueOf(source.hostId()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void assertMergedFromEnough(PlanScene plan, Transfer transfer) {
        assertThat(ranges(plan)).allSatisfy(range -> assertThat(sources(transfer, range))
                .hasSizeGreaterThanOrEqualTo(range.sources().size()));
    }
}
