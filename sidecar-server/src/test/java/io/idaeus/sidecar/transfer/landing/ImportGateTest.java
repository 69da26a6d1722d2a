/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.TransferWait.Cause;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.waiting.NodeGate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportGateTest {
    private static final TableName USERS = new TableName("shop", "users");

    private final Set<TableName> taken = new HashSet<>();
    private String mode = "NORMAL";
    private Runnable cql = () -> {};
    private int pending;

    @Test
    void aHealthyNodeWithFewCompactionsIsImportedInto() {
        pending = 100;

        assertThat(gate().check()).isEmpty();
        assertThat(taken).containsExactly(USERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JOINING", "LEAVING", "MOVING", "DRAINING", "DRAINED", "STARTING", "DECOMMISSIONED"})
    void aNodeThatIsNoFullMemberIsWaitedFor(String other) {
        mode = other;

        assertThat(gate().check()).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.cause()).isEqualTo(Cause.NODE_STATE);
            assertThat(obstacle.detail()).contains(other, "NORMAL");
        });
        assertThat(taken).isEmpty();
    }

    @Test
    void aNodeThatDoesNotAnswerIsWaitedFor() {
        cql = () -> {
            throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "CQL at 127.0.0.1:9042: refused");
        };

        assertThat(gate().check()).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.cause()).isEqualTo(Cause.CASSANDRA);
            assertThat(obstacle.detail()).contains("127.0.0.1:9042");
        });
    }

    @Test
    void aDefectIsNotWaitedFor() {
        cql = () -> {
            throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "no");
        };

        assertThatThrownBy(gate()::check).isInstanceOf(ProblemException.class);
    }

    @Test
    void tooManyCompactionsAreWaitedForAndTheTurnIsFreeMeanwhile() {
        pending = 101;
        ImportGate gate = gate();

        assertThat(gate.check()).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.cause()).isEqualTo(Cause.COMPACTIONS);
            assertThat(obstacle.detail()).contains("101", "100", "shop.users");
            assertThat(obstacle.remedy()).contains("transfers.maxPendingCompactions");
        });
        assertThat(taken).isEmpty();

        pending = 100;
        assertThat(gate.check()).isEmpty();
    }

    @Test
    void withoutABoundCompactionsAreNotCounted() {
        pending = Integer.MAX_VALUE;

        assertThat(gate(0).check()).isEmpty();
    }

    @Test
    void oneImportIntoATableAtATime() {
        ImportGate first = gate();
        ImportGate second = gate();
        assertThat(first.check()).isEmpty();

        assertThat(second.check())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.cause()).isEqualTo(Cause.OTHER_IMPORT));
        first.close();

        assertThat(second.check()).isEmpty();
        second.close();
        second.close();
        assertThat(taken).isEmpty();
    }

    private ImportGate gate() {
        return gate(100);
    }

    private ImportGate gate(int bound) {
        NodeGate node = new NodeGate(() -> mode, this::phase, () -> cql.run());
        return new ImportGate(node.in(List.of(Phase.NORMAL)), this::turn, table -> pending, bound, USERS);
    }

    private Phase phase() {
        return mode.equals("NORMAL") ? Phase.NORMAL : Phase.OTHER;
    }

    private Optional<ImportService.Turn> turn(TableName table) {
        return taken.add(table) ? Optional.of(() -> taken.remove(table)) : Optional.empty();
    }
}
