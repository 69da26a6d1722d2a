/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchemaStepsTest {
    private static List<SchemaStatement> statements(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> new SchemaStatement(Kind.TABLE, "shop", "t" + i, "t" + i, "x".repeat(length)))
                .toList();
    }

    /** Sidecars refuse requests above 1 MiB by default. */
    @Test
    void statementsTravelInRequestsThatSidecarsTake() {
        assertThat(SchemaSteps.batches(List.of())).isEmpty();
        assertThat(SchemaSteps.batches(statements(1, 200_000))).hasSize(1);
        List<SchemaStatement> many = statements(1000, 1200);
        assertThat(SchemaSteps.batches(many))
                .hasSize(10)
                .flatExtracting(batch -> batch)
                .isEqualTo(many);
        assertThat(SchemaSteps.batches(statements(10, 200_000))).hasSize(10);
    }
}
