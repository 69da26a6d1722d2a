/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Clear while Cassandra answers over JMX and CQL, in a phase in which the transfer may run. */
public final class NodeGate {
    private static final List<Phase> MEMBER = List.of(Phase.NORMAL);

    private final Supplier<String> operationMode;
    private final Supplier<Phase> phase;
    private final Runnable cqlProbe;

    /** @param cqlProbe throws without CQL */
    public NodeGate(Supplier<String> operationMode, Supplier<Phase> phase, Runnable cqlProbe) {
        this.operationMode = operationMode;
        this.phase = phase;
        this.cqlProbe = cqlProbe;
    }

    public Gate in(List<Phase> phases) {
        return phases.equals(MEMBER) ? this::member : () -> check(phases);
    }

    private Optional<Obstacle> member() {
        return answered(() -> {
            String mode = operationMode.get();
            // 6.0 keeps the mode of a node that has joined from write survey as it was before.
            boolean joined = mode.equals(Phase.NORMAL.name()) || phase.get() == Phase.NORMAL;
            return joined ? withCql() : Optional.of(wrong(mode, MEMBER));
        });
    }

    private Optional<Obstacle> check(List<Phase> phases) {
        return answered(() -> {
            Phase now = phase.get();
            if (!phases.contains(now)) {
                return Optional.of(wrong(now.name(), phases));
            }
            // Cassandra opens no CQL port in write survey where it authenticates clients.
            return now == Phase.SURVEY ? Optional.empty() : withCql();
        });
    }

    private Optional<Obstacle> withCql() {
        cqlProbe.run();
        return Optional.empty();
    }

    private static Optional<Obstacle> answered(Supplier<Optional<Obstacle>> check) {
        try {
            return check.get();
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                return Optional.of(unavailable(e));
            }
            throw e;
        }
    }

    private static Obstacle wrong(String found, List<Phase> phases) {
        String expected = phases.stream().map(Phase::name).collect(Collectors.joining(" or "));
        return new Obstacle(
                TransferWait.Cause.NODE_STATE,
                "the node is " + found + " (expected: " + expected + ")",
                "wait until it is " + expected
                        + ", or restart Cassandra if it was drained; the transfer continues by itself");
    }

    static Obstacle unavailable(ProblemException failure) {
        return new Obstacle(
                TransferWait.Cause.CASSANDRA,
                String.valueOf(failure.getMessage()),
                "start Cassandra, or its CQL server (nodetool enablebinary); the transfer continues by itself");
    }
}
