/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.TransferWait.Cause;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeGateTest {
    private Phase phase = Phase.NORMAL;
    private boolean cql = true;

    private final NodeGate node = new NodeGate(() -> phase == Phase.NORMAL ? "NORMAL" : "JOINING", () -> phase, () -> {
        if (!cql) {
            throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "CQL is closed");
        }
    });

    @Test
    void aTransferOfNoPlanWantsAMemberOfTheRingAndCql() {
        Gate gate = node.in(List.of(Phase.NORMAL));
        assertThat(gate.check()).isEmpty();

        cql = false;
        assertThat(gate.check())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.cause()).isEqualTo(Cause.CASSANDRA));

        cql = true;
        phase = Phase.SURVEY;
        assertThat(gate.check()).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.cause()).isEqualTo(Cause.NODE_STATE);
            assertThat(obstacle.detail()).contains("JOINING", "NORMAL");
        });
    }

    @Test
    void aTransferOfAPlanRunsInItsPhasesAlone() {
        Gate gate = node.in(List.of(Phase.NOT_JOINED, Phase.SURVEY));

        assertThat(gate.check()).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.cause()).isEqualTo(Cause.NODE_STATE);
            assertThat(obstacle.detail()).contains("NORMAL", "NOT_JOINED or SURVEY");
        });
        phase = Phase.NOT_JOINED;
        assertThat(gate.check()).isEmpty();
        phase = Phase.SURVEY;
        assertThat(gate.check()).isEmpty();
        phase = Phase.STARTING;
        assertThat(gate.check()).isPresent();
    }

    @Test
    void onlyInSurveyMayCqlBeClosed() {
        Gate gate = node.in(List.of(Phase.NOT_JOINED, Phase.SURVEY));
        cql = false;

        phase = Phase.SURVEY;
        assertThat(gate.check()).isEmpty();
        phase = Phase.NOT_JOINED;
        assertThat(gate.check())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.cause()).isEqualTo(Cause.CASSANDRA));
    }
}
