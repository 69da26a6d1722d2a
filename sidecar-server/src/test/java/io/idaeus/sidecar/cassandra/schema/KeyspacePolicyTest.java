/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyspacePolicyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "system",
                "system_auth",
                "system_schema",
                "system_traces",
                "system_cluster_metadata",
                "system_accord"
            })
    void cassandrasOwnNeverMove(String keyspace) {
        KeyspacePolicy generous = KeyspacePolicy.of(List.of("*", keyspace), List.of());

        assertThat(generous.mayMove(keyspace)).isFalse();
        assertThatThrownBy(() -> generous.requireMovable(keyspace))
                .isInstanceOf(ProblemException.class)
                .hasMessageContainingAll(keyspace, "Cassandra's own");
        assertThatCode(() -> generous.requireListed(keyspace)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "shop, true",
        "Shop, false",
        "shopping, false",
        "bank_a, true",
        "bank_secret, false",
        "a1, true",
        "a12, false"
    })
    void whatIsAllowedAndNotDeniedMoves(String keyspace, boolean moves) {
        KeyspacePolicy policy = KeyspacePolicy.of(List.of("shop", "bank_*", "a?"), List.of("*secret"));

        assertThat(policy.mayMove(keyspace)).isEqualTo(moves);
    }

    @Test
    void withoutAnyRuleAllUsersKeyspacesMove() {
        assertThat(KeyspacePolicy.allUsers().mayMove("shop")).isTrue();
        assertThatThrownBy(() -> KeyspacePolicy.of(List.of(), List.of("s*")).requireListed("shop"))
                .hasMessageContainingAll("shop", "keyspaces.allow", "keyspaces.deny");
    }
}
