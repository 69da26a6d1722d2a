/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CreateStatementTest {
    @Test
    void readsTheOptionsThatTheSchemaTablesLeaveOut() {
        CreateStatement statement = new CreateStatement("""
                CREATE TABLE ks.t (
                    id int PRIMARY KEY
                ) WITH additional_write_policy = '99p'
                    AND cdc = true
                    AND transactional_mode = 'full'
                    AND transactional_migration_from = 'none'
                    AND speculative_retry = '99p';""");
        assertThat(statement.cdc()).isTrue();
        assertThat(statement.transactionalMode()).isEqualTo("full");
    }

    @Test
    void aTableOnItsWayFromAccordIsNotOff() {
        CreateStatement statement = new CreateStatement(
                "x (\n) WITH transactional_mode = 'off'\n    AND transactional_migration_from = 'full';");
        assertThat(statement.transactionalMode()).isEqualTo("off, migrating from full");
    }

    @Test
    void withoutTheOptionsThereIsNeither() {
        CreateStatement statement = new CreateStatement("CREATE TABLE ks.t (\n) WITH comment = 'AND cdc = true';");
        assertThat(statement.cdc()).isFalse();
        assertThat(statement.transactionalMode()).isEqualTo("off");
    }
}
