/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.transfer.ClaimWork;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of a plan that change this node's place in the ring. */
public final class RingSteps {
    private static final int NAMED = 5;
    private static final Duration JOINS = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final CassandraDoor door;
    private final ClaimWork work;
    private final CleanupMarks marks;
    private final SurveyEntry survey;

    public RingSteps(CassandraDoor door, ClaimWork work, CleanupMarks marks, SurveyMarks surveys) {
        this.door = door;
        this.work = work;
        this.marks = marks;
        this.survey = new SurveyEntry(door, surveys);
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
        survey.enter();
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
        survey.requireDeadReplaced();
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
