/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Optional;
import java.util.function.Supplier;

/** Clear while the node's own Cassandra answers over JMX and CQL and is a full member of its ring. */
final class NodeGate implements Gate {
    private static final String FULL_MEMBER = "NORMAL";

    private final Supplier<String> operationMode;
    private final Runnable overCql;

    /**
     * @param operationMode asks over JMX
     * @param overCql asks anything over CQL
     */
    NodeGate(Supplier<String> operationMode, Runnable overCql) {
        this.operationMode = operationMode;
        this.overCql = overCql;
    }

    @Override
    public Optional<Obstacle> look() {
        try {
            String mode = operationMode.get();
            if (!mode.equals(FULL_MEMBER)) {
                return Optional.of(new Obstacle(
                        TransferWait.Cause.NODE_STATE,
                        "the node is " + mode + " (expected: " + FULL_MEMBER + ")",
                        "wait until it is " + FULL_MEMBER + ", or start it again where it was drained; it goes on by"
                                + " itself"));
            }
            overCql.run();
            return Optional.empty();
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                return Optional.of(away(e));
            }
            throw e;
        }
    }

    /** What Cassandra's silence means for a transfer. */
    static Obstacle away(ProblemException silence) {
        return new Obstacle(
                TransferWait.Cause.CASSANDRA,
                String.valueOf(silence.getMessage()),
                "start Cassandra, or its CQL server (nodetool enablebinary); it goes on by itself");
    }
}
