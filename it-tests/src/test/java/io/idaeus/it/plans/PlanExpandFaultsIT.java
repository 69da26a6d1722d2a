/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.QuorumJournal;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures of a node while it is added. */
@Timeout(900)
@Tag("clusters")
class PlanExpandFaultsIT {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int MOST_STARTS = 5;

    private static DeadRing ring() {
        return DifferingRows.in(
                        DeadRing.of(CassandraVersion.selected(), "grow-faults").cluster(nodes -> nodes.numTokens(8)))
                .startAlive();
    }

    /**
     * The plan's remedy brings the node back. With three replicas nobody's writes fail meanwhile.
     *
     * @param step in which it dies
     * @param millis after the step began
     */
    @ParameterizedTest
    @CsvSource({"SURVEY, 0", "SURVEY, 2000", "SURVEY, 5000", "DELTA, 200", "JOIN, 0"})
    void aNodeThatDiesWhileItJoinsComesBack(PlanStep.Kind step, long millis) {
        requireItComesBack(step, hosts -> hosts.killAfter(0, Duration.ofMillis(millis)));
    }

    /** Cassandra has begun, and no longer joins as one that stands outside the ring. */
    @ParameterizedTest
    @MethodSource("beginnings")
    void aNodeThatDiesBeforeItTellsTheOthersThatItJoinsComesBack(String said) {
        requireItComesBack(PlanStep.Kind.SURVEY, hosts -> killWhenItSays(hosts, said));
    }

    /** The ring is as before, and the same host is added by another plan. */
    @ParameterizedTest
    @MethodSource("beginnings")
    void aPlanThatIsCancelledOnceItsNodeDiedSoIsUndone(String said) {
        try (DeadRing ring = ring();
                NewHosts hosts = NewHosts.beside(ring, ring.cluster().node(0))) {
            hosts.approve(hosts.planned(request -> request));
            hosts.drive("survey of the new node", seen -> NewHosts.hasBegun(seen, PlanStep.Kind.SURVEY));
            killWhenItSays(hosts, said);
            awaitWaiting(hosts, PlanWait.Cause.NODE_DOWN);
            hosts.undo();

            hosts.approve(hosts.planned(request -> request));
            assertThat(hosts.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
        }
    }

    // On 6.0 it first registers its tokens, which makes it look like a member that is down.
    private static List<String> beginnings() {
        return CassandraVersion.selected() == CassandraVersion.V6_0
                ? List.of("Committing PREPARE_JOIN", beginsToJoin())
                : List.of(beginsToJoin());
    }

    // Its tokens are saved, and the others do not know.
    private static String beginsToJoin() {
        return CassandraVersion.selected() == CassandraVersion.V6_0 ? "Committing START_JOIN" : "pending range setup";
    }

    @Test
    void aNodeThatDiesWhileItStreamsComesBack() {
        requireItComesBack(PlanStep.Kind.SURVEY, hosts -> killWhenItSays(hosts, "Starting to bootstrap"));
    }

    private static void killWhenItSays(NewHosts hosts, String line) {
        Awaitility.await(line)
                .pollInterval(Duration.ofMillis(2))
                .atMost(BOUND)
                .until(() -> hosts.nodes().get(0).log().contains(line));
        hosts.killAfter(0, Duration.ZERO);
    }

    /** As a supervisor does, which does not read the plan: up to 5.0 it hibernates then, and the others refuse it. */
    @Test
    void oneThatIsStartedOutsideTheRingAfterItBeganToJoinCanStillBeAdded() {
        try (DeadRing ring = ring();
                NewHosts hosts = NewHosts.beside(ring, ring.cluster().node(0))) {
            CassandraNode node = hosts.nodes().get(0);
            Plan plan = hosts.planned(request -> request);
            List<String> options = plan.destinations().get(0).starts().get(0).jvmOptions();
            hosts.approve(plan);
            hosts.drive("survey of the new node", seen -> NewHosts.hasBegun(seen, PlanStep.Kind.SURVEY));
            killWhenItSays(hosts, beginsToJoin());
            if (CassandraVersion.selected() != CassandraVersion.V6_0) {
                hosts.awaitForgotten(node);
            }
            Instant launched = Instant.now();
            hosts.launch(0, options);
            // 6.0 says that it commits before it does: then it had not begun, and simply joins.
            PlanWait refused = nextWait(hosts, node, launched);
            hosts.awaitKnown(node);
            if (CassandraVersion.selected() != CassandraVersion.V6_0) {
                assertThat(refused).isNotNull();
            }
            if (refused != null
                    && refused.detail().contains("cancel the plan, do what is left to undo, and make a new one")) {
                hosts.undo();
                hosts.approve(hosts.planned(request -> request));
            } else if (refused != null) {
                bringBack(hosts, refused, options);
            }
            assertThat(hosts.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
        }
    }

    private static void requireItComesBack(PlanStep.Kind step, Consumer<NewHosts> death) {
        try (DeadRing ring = ring();
                NewHosts hosts = NewHosts.beside(ring, ring.cluster().node(0))) {
            QuorumJournal journal = QuorumJournal.start(
                    DifferingRows.JOURNAL,
                    ring.cluster().node(0).cql(),
                    ring.cluster().node(1).cql(),
                    0);
            Plan ended;
            try (journal) {
                Plan plan = hosts.planned(request -> request);
                List<String> options =
                        plan.destinations().get(0).starts().get(0).jvmOptions();
                hosts.approve(plan);
                hosts.drive(step + " of the new node", seen -> NewHosts.hasBegun(seen, step));
                death.accept(hosts);
                // Where it has joined just before, the plan may ask for its plain restart already.
                PlanWait waiting = awaitWaiting(hosts, PlanWait.Cause.NODE_DOWN, PlanWait.Cause.OPERATOR);
                if (waiting.cause() == PlanWait.Cause.NODE_DOWN) {
                    bringBack(hosts, waiting, options);
                }
                ended = hosts.driveToEnd();
            }
            assertThat(ended.state()).isEqualTo(PlanState.COMPLETED);
            assertThat(journal.missing()).isEmpty();
            assertThat(journal.during(Instant.MIN, Instant.MAX).failed())
                    .as(journal.summary())
                    .isZero();
            assertThat(ring.replicas(DifferingRows.KEYSPACE))
                    .contains(hosts.nodes().get(0).address());
        }
    }

    // Starts it as the plan says, as often as it says so.
    private static void bringBack(NewHosts hosts, PlanWait first, List<String> planned) {
        CassandraNode node = hosts.nodes().get(0);
        List<String> options = planned;
        PlanWait waiting = first;
        for (int starts = 1; waiting != null; starts++) {
            assertThat(starts).as("starts, the last for " + waiting).isLessThanOrEqualTo(MOST_STARTS);
            if (waiting.remedy().startsWith("wait until the other nodes have forgotten it")) {
                hosts.awaitForgotten(node);
            }
            options = asTold(waiting, options);
            Instant launched = Instant.now();
            hosts.launch(0, options);
            waiting = nextWait(hosts, node, launched);
        }
    }

    // The plan's wait once a start has failed; null once the node stands in write survey.
    private static @Nullable PlanWait nextWait(NewHosts hosts, CassandraNode node, Instant launched) {
        PlanWait[] found = new PlanWait[1];
        DeadRing.await("the node is on its way, or needs another start", BOUND, () -> {
            PlanStep step = hosts.plan().steps().stream()
                    .filter(each -> each.kind() == PlanStep.Kind.SURVEY)
                    .findFirst()
                    .orElseThrow();
            PlanWait wait = step.waiting();
            if (wait != null
                    && ((wait.cause() == PlanWait.Cause.REFUSED && wait.since().isAfter(launched))
                            || (wait.cause() == PlanWait.Cause.NODE_DOWN && !node.isAlive()))) {
                found[0] = wait;
            }
            return found[0] != null || step.state() == PlanStep.State.DONE;
        });
        return found[0];
    }

    private static String told(PlanWait waiting) {
        return waiting.cause() == PlanWait.Cause.REFUSED ? waiting.detail() : waiting.remedy();
    }

    // As an operator reads it.
    private static List<String> asTold(PlanWait waiting, List<String> last) {
        // It may have died before the others could see that it joins.
        boolean refused = waiting.cause() == PlanWait.Cause.REFUSED;
        if (refused) {
            assertThat(waiting.detail()).contains("began to join in an earlier process");
        }
        String told = told(waiting);
        if (told.contains("as any other node")) {
            return List.of();
        }
        if (told.contains("without " + StartOptions.OUTSIDE)) {
            List<String> options = new ArrayList<>(last);
            options.remove(StartOptions.OUTSIDE);
            return options;
        }
        assertThat(told).containsAnyOf("start it again, as it was started", "start it again with the same options");
        return last;
    }

    /** The ring is as before, and the same host is added by another plan. */
    @Test
    void aPlanThatIsCancelledInSurveyIsUndone() {
        try (DeadRing ring = ring();
                NewHosts hosts = NewHosts.beside(ring, ring.cluster().node(0))) {
            hosts.approve(hosts.planned(request -> request));
            hosts.drive("write survey", NewHosts::isWrittenTo);
            hosts.undo();

            hosts.approve(hosts.planned(request -> request));
            assertThat(hosts.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
        }
    }

    private static PlanWait awaitWaiting(NewHosts hosts, PlanWait.Cause... causes) {
        PlanWait[] seen = new PlanWait[1];
        DeadRing.await("the plan waits for one of " + List.of(causes), BOUND, () -> {
            seen[0] = hosts.plan().steps().stream()
                    .map(PlanStep::waiting)
                    .filter(waiting -> waiting != null && List.of(causes).contains(waiting.cause()))
                    .findFirst()
                    .orElse(null);
            return seen[0] != null;
        });
        return seen[0];
    }
}
