/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Takes a node from outside the ring into write survey, and never calls Cassandra for it twice where that does harm. */
final class SurveyEntry {
    // How 6.0 calls a bootstrap that has not ended; write survey too, which has a phase of its own.
    private static final String FAILED = "JOINING_FAILED";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** In which a call that nobody hears of any more is taken to go on. What was declared is not streamed again. */
    static final Duration UNHEARD = Duration.ofMinutes(10);

    private final CassandraDoor door;
    private final SurveyMarks marks;
    private final SurveyCall call = new SurveyCall(PATIENCE);

    SurveyEntry(CassandraDoor door, SurveyMarks marks) {
        this.door = door;
        this.marks = marks;
    }

    /** As {@link RingSteps#enterSurvey()}. */
    void enter() {
        // First: what runs now may have ended when the phase is read.
        boolean open = call.isOpen();
        CassandraProcess running = door.process().read();
        if (!open) {
            Optional<SurveyMarks.Mark> mark = marks.of(running.startedAt());
            if (!needsCall(running, mark, marks.now())) {
                return;
            }
            requireNoTokens(running);
            requireDeadReplaced();
        }
        call.enter(() -> call(running.startedAt()));
    }

    /**
     * Whether Cassandra has to be told; otherwise it is there, or on its way.
     *
     * @param mark the call that was made in this process; empty where there was none
     * @throws ProblemException where neither a call nor time helps
     */
    static boolean needsCall(CassandraProcess running, Optional<SurveyMarks.Mark> mark, Instant now) {
        requireUnspent(running, mark);
        if (running.phase() == Phase.SURVEY || running.phase() == Phase.STARTING) {
            return false;
        }
        if (running.mode().equals("JOINING")) {
            requireOnItsWay(running, mark, now);
            return false;
        }
        if (running.phase() == Phase.OTHER && running.mode().equals(FAILED)) {
            // A call would refuse it, or, where the bootstrap has ended just now, end the survey.
            throw unfinished(running);
        }
        if (running.phase() == Phase.OTHER
                && running.mode().equals("STARTING")
                && running.options().contains(StartOptions.OUTSIDE)) {
            // With saved tokens it counts itself a member, and 4.0 says so.
            throw begunBefore(running);
        }
        if (running.phase() != Phase.NOT_JOINED) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "the node is " + running.phase() + ", and cannot enter write survey (expected: " + Phase.NOT_JOINED
                            + ")");
        }
        // Without these, it would join at once, and be read.
        requireOption(running, StartOptions.OUTSIDE);
        requireOption(running, StartOptions.SURVEY);
        return true;
    }

    // Up to 5.0 a process that was refused skips its bootstrap when it is told again, and can never join.
    private static void requireUnspent(CassandraProcess running, Optional<SurveyMarks.Mark> made) {
        if (mayRepeat(running) || made.isEmpty()) {
            return;
        }
        SurveyMarks.Mark mark = made.get();
        if (mark.isRefused()) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "nodetool join was called at " + mark.calledAt() + ", and Cassandra refused it: "
                            + mark.refusal()
                            + " (expected: write survey). It must not be called again in this process: stop Cassandra,"
                            + " cancel the plan, empty the node's data directories, and make a new plan");
        }
        if (running.phase() == Phase.NOT_JOINED) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "nodetool join was called at " + mark.calledAt()
                            + ", and its result is unknown (expected: write survey). It must not be called again in"
                            + " this process: stop Cassandra, and start it again with the same options, but without "
                            + StartOptions.OUTSIDE);
        }
    }

    // The call, and a start that joins, come back without a word where streams of what was not declared have failed.
    // A call that a sidecar made which has been started again since may go on: a second one would end the survey.
    private static void requireOnItsWay(CassandraProcess running, Optional<SurveyMarks.Mark> mark, Instant now) {
        if (mark.isEmpty() && running.options().contains(StartOptions.OUTSIDE)) {
            throw begunBefore(running);
        }
        if (mark.isEmpty()
                || mark.get().ended()
                || mark.get().calledAt().plus(UNHEARD).isBefore(now)) {
            throw unfinished(running);
        }
    }

    private static ProblemException unfinished(CassandraProcess running) {
        return new ProblemException(
                ProblemType.CASSANDRA_REFUSED,
                "the bootstrap of the node has not ended: Cassandra is " + running.mode()
                        + " (expected: write survey). See its log and nodetool netstats; where nothing streams, run"
                        + " nodetool bootstrap resume on it");
    }

    private static void requireOption(CassandraProcess running, String option) {
        if (!running.options().contains(option)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "Cassandra was started with " + running.options() + " (expected: also " + option + ")");
        }
    }

    // A node that died between saving its tokens and telling the others has some.
    private void requireNoTokens(CassandraProcess running) {
        if (!mayRepeat(running) && door.ringChanges().hasTokens()) {
            throw begunBefore(running);
        }
    }

    // Up to 5.0 such a node hibernates, and the other nodes keep its address. On 6.0 joinRing does nothing.
    private static ProblemException begunBefore(CassandraProcess running) {
        return new ProblemException(
                ProblemType.ILLEGAL_STATE,
                "Cassandra began to join in an earlier process, and cannot go on with " + StartOptions.OUTSIDE
                        + " (expected: started without it). "
                        + (mayRepeat(running)
                                ? "Stop Cassandra, and start it again with the same options, but without "
                                        + StartOptions.OUTSIDE
                                : "It hibernates for the other nodes, and they refuse it from now on: cancel the plan, do"
                                        + " what is left to undo, and make a new one"));
    }

    private static boolean mayRepeat(CassandraProcess running) {
        return ReleaseVersion.parse(running.version()).isAtLeast(6, 0);
    }

    /** @throws ProblemException ILLEGAL_STATE where the node that this one replaces is alive */
    void requireDeadReplaced() {
        door.ringChanges().aliveThoughReplaced().ifPresent(address -> {
            // Cassandra would say that it has joined, and the others would not know of it.
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "node " + address
                            + " is alive, and this node was started to replace it (expected: a dead node); stop"
                            + " one of the two");
        });
    }

    private void call(Instant process) {
        marks.called(process);
        try {
            door.ringChanges().join();
            marks.ended(process, null);
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CASSANDRA_REFUSED) {
                marks.ended(process, String.valueOf(e.getMessage()));
            } else {
                marks.lost();
            }
            throw e;
        }
    }
}
