/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CqlRefusalTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Guardrail replica_disk_usage violated: Write request failed because disk usage exceeds failure threshold",
                "Guardrail disk_usage_keyspace_wide_protection violated: Write request failed because disk usage exceeds"
                        + " failure threshold in keyspace datacenter."
            })
    void aFullDiskIsNamedWithTheSettingThatMindsIt(String found) {
        ProblemException problem = CqlRefusal.problem("declare 3 ranges of shop", new Refused(found));

        assertThat(problem.type()).isEqualTo(ProblemType.CASSANDRA_REFUSED);
        assertThat(problem)
                .hasMessageStartingWith("Cassandra refused: declare 3 ranges of shop: " + found)
                .hasMessageContainingAll(
                        "Free space",
                        "data_disk_usage_percentage_fail_threshold",
                        "nodetool setguardrailsconfig data_disk_usage_percentage_threshold");
    }

    @Test
    void anotherGuardrailIsToBeRelaxed() {
        assertThat(CqlRefusal.problem(
                        "the keyspaces",
                        new Refused(
                                "Guardrail read_consistency_levels violated: Provided values [ONE] are not allowed")))
                .hasMessageContaining("not allowed. Relax this guardrail");
    }

    @Test
    void whatNoGuardrailRefusesIsToldAsItIs() {
        assertThat(CqlRefusal.problem("the keyspaces", new Refused("User idaeus has no SELECT permission")))
                .hasMessage("Cassandra refused: the keyspaces: User idaeus has no SELECT permission");
    }

    private static final class Refused extends DriverException {
        Refused(@Nullable String message) {
            super(message, (ExecutionInfo) null, null, true);
        }

        @Override
        public DriverException copy() {
            return this;
        }
    }
}
