/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.start.StartOptions;
import io.idaeus.sidecar.transfer.ClaimWork;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a plan does to this node's place in the ring. */
public final class RingSteps {
    private static final int NAMED = 5;
    private static final Duration JOINS = Duration.ofSeconds(30);
    // How 6.0 calls a join that failed, which may be tried again; write survey too, which has a phase of its own.
    private static final String FAILED = "JOINING_FAILED";

    private static final Duration SURVEY = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final CassandraDoor door;
    private final ClaimWork work;
    private final CleanupMarks marks;
    private final SurveyMarks surveys;
    private final SurveyCall survey = new SurveyCall(SURVEY);

    public RingSteps(CassandraDoor door, ClaimWork work, CleanupMarks marks, SurveyMarks surveys) {
        this.door = door;
        this.work = work;
        this.marks = marks;
        this.surveys = surveys;
    }

    void declare(String plan, Declaration asked, List<TokenRange> ranges) {
        requirePhase(Phase.NOT_JOINED, "declare ranges");
        requireAgreement();
        List<TableRef> tables = door.tables().of(asked.keyspace()).stream()
                .map(table -> new TableRef(asked.keyspace(), table.name().table()))
                .toList();
        requireCovered(tables, work.filled(plan, asked.transfers()), ranges, asked.copies());
        door.availableRanges().declare(asked.keyspace(), ranges);
    }

    // A node outside the ring can hear of a new table late.
    private void requireAgreement() {
        Map<String, List<String>> versions = door.cluster().cluster().schemaVersions();
        if (versions.size() != 1) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "nodes have different schemas: " + versions
                            + " (expected: one version); try again when they agree");
        }
    }

    /** @param filled what each source brought of a table */
    static void requireCovered(
            List<TableRef> tables, Map<TableRef, List<TokenRanges>> filled, List<TokenRange> ranges, int copies) {
        List<String> uncovered = tables.stream()
                .flatMap(table -> uncovered(table, filled.getOrDefault(table, List.of()), ranges, copies))
                .toList();
        if (!uncovered.isEmpty()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    Listed.clauses(uncovered, NAMED) + " (expected: every range of every table of the keyspace from "
                            + copies + ")");
        }
    }

    private static Stream<String> uncovered(
            TableRef table, List<TokenRanges> filled, List<TokenRange> ranges, int copies) {
        return ranges.stream().flatMap(range -> {
            TokenRanges wanted = TokenRanges.of(range);
            long found = filled.stream()
                    .filter(brought -> brought.containsAll(wanted))
                    .count();
            return found >= copies
                    ? Stream.empty()
                    : Stream.of("range " + range + " of " + table.keyspace() + "." + table.table()
                            + " was brought from " + found + " sources");
        });
    }

    /**
     * Returns once the node is in write survey, or is on its way.
     *
     * @throws ProblemException ILLEGAL_STATE for a member of the ring, and for one that was not started for it;
     *     CASSANDRA_REFUSED
     */
    void enterSurvey() {
        // First: what runs now may have ended when the phase is read.
        boolean open = survey.isOpen();
        CassandraProcess running = door.process().read();
        if (!open) {
            requireUnspent(running);
        }
        if (!open && (running.phase() == Phase.SURVEY || isOnItsWay(running))) {
            requireNotStuck(running);
            return;
        }
        if (!open) {
            if (!running.mode().equals(FAILED)) {
                requirePhase(Phase.NOT_JOINED, "enter write survey");
            }
            // Without these, it would join at once, and be read.
            requireOptions(running, StartOptions.OUTSIDE, StartOptions.SURVEY);
            requireNoTokens(running);
            requireNotAlive();
        }
        survey.enter(() -> callIntoSurvey(running.startedAt()));
    }

    // Up to 5.0 the call comes back without a word where streams of what was not declared have failed.
    private void requireNotStuck(CassandraProcess running) {
        boolean stuck = running.phase() == Phase.OTHER
                && surveys.of(running.startedAt())
                        .filter(mark -> mark.ended() && !mark.isRefused())
                        .isPresent();
        if (stuck && !mayRepeat(running)) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "nodetool join was called, and the bootstrap of the node has not ended: Cassandra is "
                            + running.mode()
                            + " (expected: write survey). See its log and nodetool netstats; where nothing streams, run"
                            + " nodetool bootstrap resume on it");
        }
    }

    private static boolean mayRepeat(CassandraProcess running) {
        return ReleaseVersion.parse(running.version()).isAtLeast(6, 0);
    }

    // Up to 5.0 a process that was refused skips its bootstrap when it is told again, and can never join.
    private void requireUnspent(CassandraProcess running) {
        if (mayRepeat(running)) {
            return;
        }
        boolean outside = running.phase() == Phase.NOT_JOINED;
        surveys.of(running.startedAt())
                .filter(mark -> !mark.isRefused() && outside)
                .ifPresent(mark -> {
                    throw new ProblemException(
                            ProblemType.CASSANDRA_REFUSED,
                            "nodetool join was called at " + mark.calledAt()
                                    + ", and its result is unknown (expected: write survey). It must not be called again in"
                                    + " this process: stop Cassandra, and start it again with the same options");
                });
        surveys.of(running.startedAt()).filter(SurveyMarks.Mark::isRefused).ifPresent(mark -> {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "nodetool join was called at " + mark.calledAt() + ", and Cassandra refused it: "
                            + mark.refusal()
                            + " (expected: write survey). It must not be called again in this process: stop Cassandra,"
                            + " cancel the plan, empty the node's data directories, and make a new plan");
        });
    }

    // A node that died between saving its tokens and telling the others has some.
    private void requireNoTokens(CassandraProcess running) {
        if (!mayRepeat(running) && door.ringChanges().hasTokens()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "Cassandra has saved its tokens in an earlier process, and would refuse to join now: with "
                            + StartOptions.OUTSIDE + " it counts itself a member (expected: started without it). Stop"
                            + " Cassandra, and start it again with the same options, but without "
                            + StartOptions.OUTSIDE);
        }
    }

    private void callIntoSurvey(Instant process) {
        surveys.called(process);
        try {
            door.ringChanges().join();
            surveys.ended(process, null);
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CASSANDRA_REFUSED) {
                surveys.ended(process, String.valueOf(e.getMessage()));
            } else {
                surveys.lost();
            }
            throw e;
        }
    }

    // Told by a sidecar that has been started again since: a second call would wait for the first, and end the survey.
    private static boolean isOnItsWay(CassandraProcess running) {
        return running.phase() == Phase.STARTING || running.mode().equals("JOINING");
    }

    private static void requireOptions(CassandraProcess running, String... needed) {
        for (String option : needed) {
            if (!running.options().contains(option)) {
                throw new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "Cassandra was started with " + running.options() + " (expected: also " + option + ")");
            }
        }
    }

    /** False where it had joined before. */
    boolean join() {
        Phase phase = door.process().phase();
        if (phase == Phase.NORMAL) {
            return false;
        }
        requireReadyToJoin();
        try {
            door.ringChanges().join();
            if (door.process().phase() == Phase.SURVEY) {
                // 6.0, started again in survey with join_ring=false: the first call does nothing but allow the second.
                door.ringChanges().join();
            }
        } catch (ProblemException e) {
            // At the very end of a start, the node joins, then fails to open ports that open anyway.
            if (e.type() != ProblemType.CASSANDRA_REFUSED || !joins()) {
                throw e;
            }
        }
        if (!joins()) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "the node is " + door.process().phase() + " after it was told to join (expected: NORMAL); see"
                            + " Cassandra's log");
        }
        return true;
    }

    private void requireReadyToJoin() {
        requirePhase(Phase.SURVEY, "join");
        if (!door.ringChanges().isStartComplete()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE, "the start of the node is not complete; try again in some seconds");
        }
        requireNotAlive();
    }

    private void requireNotAlive() {
        door.ringChanges().aliveThoughReplaced().ifPresent(address -> {
            // Cassandra would say that it has joined, and the others would not know of it.
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "node " + address
                            + " is alive, and this node was started to replace it (expected: a dead node); stop"
                            + " one of the two");
        });
    }

    private boolean joins() {
        long deadline = System.nanoTime() + JOINS.toNanos();
        while (door.process().phase() != Phase.NORMAL) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            try {
                Thread.sleep(LOOK_AGAIN.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    void cleanUp(String plan) {
        requirePhase(Phase.NORMAL, "clean up");
        for (TableRef table : work.tablesToCleanUp(plan)) {
            Optional<CleanupDue> due = marks.of(table.keyspace(), table.table());
            if (due.isPresent()) {
                door.ringChanges().cleanUp(table.keyspace(), List.of(table.table()));
                marks.acknowledge(table, due.get());
            }
        }
        relocate(plan);
    }

    /** Removes what this node does not own from a table. Does nothing where the table or its keyspace is gone. */
    void cleanUp(TableRef table) {
        requirePhase(Phase.NORMAL, "clean up");
        if (exists(table)) {
            Optional<CleanupDue> due = marks.of(table.keyspace(), table.table());
            door.ringChanges().cleanUp(table.keyspace(), List.of(table.table()));
            due.ifPresent(mark -> marks.acknowledge(table, mark));
        }
    }

    private boolean exists(TableRef table) {
        try {
            return door.tables().of(table.keyspace()).stream()
                    .anyMatch(each -> each.name().table().equals(table.table()));
        } catch (ProblemException e) {
            if (e.type() != ProblemType.UNKNOWN_KEYSPACE) {
                throw e;
            }
            return false;
        }
    }

    // Outside the ring, Cassandra imports everything into its first data directory.
    private void relocate(String plan) {
        Map<String, List<String>> spread = work.tables(plan).stream()
                .collect(Collectors.groupingBy(
                        TableRef::keyspace, Collectors.mapping(TableRef::table, Collectors.toList())));
        spread.forEach((keyspace, tables) -> {
            List<String> several = door.tables().of(keyspace).stream()
                    .filter(table -> table.directories().size() > 1)
                    .map(table -> table.name().table())
                    .filter(tables::contains)
                    .toList();
            if (!several.isEmpty()) {
                door.ringChanges().relocate(keyspace, several);
            }
        });
    }

    private void requirePhase(Phase expected, String what) {
        Phase phase = door.process().phase();
        if (phase != expected) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "the node is " + phase + ", and cannot " + what + " (expected: " + expected + ")");
        }
    }
}
