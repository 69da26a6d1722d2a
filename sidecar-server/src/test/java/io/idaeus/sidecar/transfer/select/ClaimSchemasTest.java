/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.TableDefinition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimSchemasTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final TableRef ORDERS = new TableRef("shop", "orders");

    @TempDir
    Path directory;

    @Test
    void tablesOfOneVersionAddUpOverRestarts() {
        ClaimSchemas.open(directory).record("p1", recorded("v1", table(USERS, "a")));
        ClaimSchemas.open(directory).record("p1", recorded("v1", table(ORDERS, "b")));

        ClaimSchemas.Recorded known = ClaimSchemas.open(directory).find("p1").orElseThrow();

        assertThat(known.table(USERS)).contains(table(USERS, "a"));
        assertThat(known.table(ORDERS)).contains(table(ORDERS, "b"));
        assertThat(known.compatibilityMode()).isEqualTo("NONE");
        assertThat(ClaimSchemas.open(directory).find("p2")).isEmpty();
    }

    @Test
    void anotherVersionReplacesWhatWasThere() {
        ClaimSchemas schemas = ClaimSchemas.open(directory);
        schemas.record("p1", recorded("v1", table(USERS, "a")));
        schemas.record("p1", recorded("v2", table(ORDERS, "b")));

        ClaimSchemas.Recorded known = schemas.find("p1").orElseThrow();

        assertThat(known.version()).isEqualTo("v2");
        assertThat(known.table(USERS)).isEmpty();
    }

    @Test
    void aPlanThatEndedLeavesNothing() {
        ClaimSchemas schemas = ClaimSchemas.open(directory);
        schemas.record("p1", recorded("v1", table(USERS, "a")));

        schemas.forget("p1");

        assertThat(ClaimSchemas.open(directory).find("p1")).isEmpty();
    }

    private static ClaimSchemas.Recorded recorded(String version, ClaimSchemas.Table table) {
        return new ClaimSchemas.Recorded(version, "NONE", List.of(table));
    }

    private static ClaimSchemas.Table table(TableRef ref, String id) {
        return new ClaimSchemas.Table(
                ref,
                false,
                id.repeat(32),
                new TableDefinition(List.of(), List.of(), List.of(), List.of(), 10, List.of()),
                new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of("name", "UTF8Type")),
                Map.of());
    }
}
