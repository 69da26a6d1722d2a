/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TableSchemaTest {
    /** As system_schema.tables has them; TableHistoryIT reads those of nodes. */
    @Test
    void theFlagsTellWhetherATableHasCompactStorage() {
        assertThat(schema(false, "compound").isCompact()).isFalse();
        assertThat(schema(false, "compound", "counter").isCompact()).isFalse();
        assertThat(schema(false).isCompact()).isTrue();
        assertThat(schema(false, "dense").isCompact()).isTrue();
        assertThat(schema(false, "dense", "compound").isCompact()).isTrue();
        assertThat(schema(true).isCompact()).as("a view has none").isFalse();
    }

    private static TableSchema schema(boolean view, String... flags) {
        return new TableSchema(
                new TableName("shop", "users"),
                new UUID(1, 2),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                view,
                false,
                false,
                1,
                "",
                null,
                Set.of(flags),
                "off",
                "");
    }
}
