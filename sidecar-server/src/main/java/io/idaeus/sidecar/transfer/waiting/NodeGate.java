/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Optional;
import java.util.function.Supplier;

/** Clear while Cassandra answers over JMX and CQL and is a full ring member. */
public final class NodeGate implements Gate {
    private static final String FULL_MEMBER = "NORMAL";

    private final Supplier<String> operationMode;
    private final Runnable cqlProbe;

    /** @param cqlProbe throws without CQL */
    public NodeGate(Supplier<String> operationMode, Runnable cqlProbe) {
        this.operationMode = operationMode;
        this.cqlProbe = cqlProbe;
    }

    @Override
    public Optional<Obstacle> check() {
        try {
            String mode = operationMode.get();
            if (!mode.equals(FULL_MEMBER)) {
                return Optional.of(new Obstacle(
                        TransferWait.Cause.NODE_STATE,
                        "the node is " + mode + " (expected: " + FULL_MEMBER + ")",
                        "wait until it is " + FULL_MEMBER
                                + ", or restart Cassandra if it was drained; the transfer continues by itself"));
            }
            cqlProbe.run();
            return Optional.empty();
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                return Optional.of(unavailable(e));
            }
            throw e;
        }
    }

    static Obstacle unavailable(ProblemException failure) {
        return new Obstacle(
                TransferWait.Cause.CASSANDRA,
                String.valueOf(failure.getMessage()),
                "start Cassandra, or its CQL server (nodetool enablebinary); the transfer continues by itself");
    }
}
