/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.cluster.Host;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.node.PendingRange;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.sidecar.plan.attempt.FakeComparisons;
import io.idaeus.sidecar.plan.attempt.RingLooks;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.run.RingOfSidecars;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.start.StartOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Since when every node writes to the new one. */
class AwaitSurveyTest {
    private static final String DEAD = "127.9.1.3";
    private static final String NEW = "127.9.1.9";
    private static final RingFixture RING =
            RingFixture.loopback(RingOfSidecars.PORT, 4).keyspace("shop", 3).down(DEAD);
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REPLACE)
                    .dead(DEAD)
                    .destinations(List.of(RingOfSidecars.uri(NEW)))
                    .writes(Map.of("*", "QUORUM"))
                    .build(),
            RING.facts(RingOfSidecars.uri(NEW)));
    private static final int STEP = IntStream.range(0, DRAFT.steps().size())
            .filter(i -> DRAFT.steps().get(i).action() == StepAction.AWAIT_SURVEY)
            .findFirst()
            .orElseThrow();
    // As RingFixture has it.
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);

    // Writes to the new one as well, where a node has it.
    private final Map<String, String> foreign = new ConcurrentHashMap<>();

    // Nodes that do not write to the new one.
    private final Set<String> ignorant = ConcurrentHashMap.newKeySet();
    private RingOfSidecars sidecars;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Instant started = now;
    private PlanRecord plan = PlanRecord.drafted("p1", "http://c:9043", DRAFT, now);

    @BeforeEach
    void start() throws IOException {
        sidecars = RingOfSidecars.of(RING);
        for (String address : List.of("127.9.1.1", "127.9.1.2", "127.9.1.4")) {
            sidecars.answer(address, "/v1/pending-ranges", () -> pending(address));
        }
        sidecars.answer(NEW, "/v1/host", this::host);
    }

    @AfterEach
    void stop() {
        sidecars.close();
    }

    private PendingRanges pending(String address) {
        Stream<PendingRange> more =
                Stream.ofNullable(foreign.get(address)).map(range -> new PendingRange(range, List.of(NEW)));
        Stream<PendingRange> ranges = DRAFT.owned().get(RingOfSidecars.uri(NEW)).get("shop").stream()
                .map(range -> new PendingRange(range, List.of(NEW)));
        return new PendingRanges(
                "shop",
                ignorant.contains(address)
                        ? List.of()
                        : Stream.concat(ranges, more).toList());
    }

    private Host host() {
        CassandraProcess running = new CassandraProcess(
                "5.0.9",
                started,
                List.of(StartOptions.replacing(DEAD), StartOptions.SURVEY),
                "NORMAL",
                Phase.SURVEY,
                "00000000-0000-0009-0000-000000000009",
                NEW,
                "dc1",
                "r3",
                8,
                List.of("127.9.1.1"),
                0,
                0);
        return new Host("1", List.of(), false, running, List.of());
    }

    private StepOutcome attempt() {
        StepContext context = new StepContext(
                plan,
                STEP,
                sidecars.directory("127.9.1.1"),
                Clock.fixed(now, ZoneOffset.UTC),
                new RingLooks(Clock.systemUTC()),
                change -> plan = plan.withStep(STEP, change.apply(plan.steps().get(STEP))),
                () -> true,
                new FakeComparisons());
        return Steps.attempt(context);
    }

    @Test
    void theTimeCountsOnceAllWriteToIt() {
        ignorant.add("127.9.1.2");
        assertThat(attempt()).isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                .contains("127.9.1.2 does not know"));
        ignorant.clear();
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        now = now.plus(WRITE_TIMEOUT);
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        now = now.plusMillis(1);
        assertThat(attempt()).isInstanceOf(StepOutcome.Done.class);
    }

    /** A write that it sent then lacks the new node, and may still be on its way. */
    @Test
    void theTimeCountsAnewAfterANodeDidNotWriteToIt() {
        attempt();
        now = now.plus(WRITE_TIMEOUT).plusSeconds(1);
        ignorant.add("127.9.1.4");
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        ignorant.clear();

        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        now = now.plus(WRITE_TIMEOUT).plusMillis(1);
        assertThat(attempt()).isInstanceOf(StepOutcome.Done.class);
    }

    /** Such a node has another ring than the one that was planned for. */
    @Test
    void aNodeThatWritesMoreThanWasPlannedStopsIt() {
        TokenRanges owned = TokenRanges.of(DRAFT.owned().get(RingOfSidecars.uri(NEW)).get("shop").stream()
                .map(TokenRange::parse)
                .toList());
        foreign.put(
                "127.9.1.2",
                TokenRanges.fullRing().without(owned).ranges().get(0).toString());

        assertThat(attempt()).isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
            assertThat(waiting.cause()).isEqualTo(PlanWait.Cause.CLUSTER_CHANGING);
            assertThat(waiting.detail()).contains("127.9.1.2: " + foreign.get("127.9.1.2") + " of shop");
        });
        foreign.clear();
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
    }

    /** The new one was started before the plan asked for it. */
    @Test
    void itEndsNoSoonerThanEveryNodeHasSeenTheDeathForLongEnough() {
        plan = plan.withStep(0, plan.steps().get(0).with(step -> step.state(PlanStep.State.DONE)
                .finishedAt(now)));
        attempt();
        now = now.plus(SeenDown.LONG_ENOUGH).minusMillis(1);
        assertThat(attempt()).isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                .contains("may only pause"));

        now = now.plusMillis(1);
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        now = now.plus(WRITE_TIMEOUT).plusMillis(1);
        assertThat(attempt()).isInstanceOf(StepOutcome.Done.class);
    }

    @Test
    void theTimeCountsAnewForAnotherProcess() {
        attempt();
        now = now.plus(WRITE_TIMEOUT).plusSeconds(1);
        started = now;

        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        now = now.plus(WRITE_TIMEOUT).plusMillis(1);
        assertThat(attempt()).isInstanceOf(StepOutcome.Done.class);
    }
}
