/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CqlStatementsTest {
    @Test
    void semicolonsInQuotesSeparateNothing() {
        assertThat(CqlStatements.split("A 'x;''y;' ; B \"c;\"\"d\";\n\n ;C"))
                .containsExactly("A 'x;''y;'", "B \"c;\"\"d\"", "C");
        assertThat(CqlStatements.split("")).isEmpty();
        assertThat(CqlStatements.split(" ; ")).isEmpty();
        assertThat(CqlStatements.unquoted("\"a\"\"b\"")).isEqualTo("a\"b");
        assertThat(CqlStatements.unquoted("ab")).isEqualTo("ab");
    }

    private static SchemaStatement statement(Kind kind, String table, String name, String text) {
        return new SchemaStatement(kind, "shop", table, name, text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "KEYSPACE | | shop | CREATE KEYSPACE \"shop\" WITH replication = {'class': 'SimpleStrategy'}",
                "TYPE | | place | CREATE TYPE shop.place ( street text )",
                "TABLE | Users | Users | CREATE TABLE shop.\"Users\" ( id int PRIMARY KEY )",
                "TABLE | users | users | CREATE TABLE shop.users ( id int PRIMARY KEY )",
                "DROPPED_COLUMN | users | a b | ALTER TABLE shop.users DROP \"a b\" USING TIMESTAMP 17",
                "COLUMN | users | phone | ALTER TABLE shop.users ADD phone text static",
                "COMMENT | users | users | COMMENT ON TABLE shop.users IS 'a;b'",
                "INDEX | users | by_name | CREATE INDEX by_name ON shop.users (name)",
                "INDEX | users | by_name | CREATE CUSTOM INDEX by_name ON shop.users (name) USING 'sai'",
                "VIEW | users | v | CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users"
            })
    void whatDescribePrintsIsTaken(Kind kind, String table, String name, String text) {
        assertThatCode(() -> StatementCheck.require(statement(kind, table, name, text)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP KEYSPACE shop",
                "CREATE TABLE bank.users (id int PRIMARY KEY)",
                "CREATE TABLE shop.other (id int PRIMARY KEY)",
                "CREATE TABLE shop.users (id int PRIMARY KEY); DROP KEYSPACE shop",
                "ALTER TABLE shop.users WITH gc_grace_seconds = 0",
                "TRUNCATE shop.users",
                ""
            })
    void nothingElseIs(String text) {
        assertThatThrownBy(() -> StatementCheck.require(statement(Kind.TABLE, "users", "users", text)))
                .hasMessageContaining("no statement that makes the TABLE users of shop");
    }

    @Test
    void aDropEndsWithItsTime() {
        String drop = "ALTER TABLE shop.users DROP phone USING TIMESTAMP 17";
        assertThatThrownBy(() ->
                        StatementCheck.require(statement(Kind.DROPPED_COLUMN, "users", "phone", drop + " OR MORE")))
                .hasMessageContaining("expected: one statement");
        assertThatThrownBy(() -> StatementCheck.require(statement(Kind.DROPPED_COLUMN, "users", "other", drop)))
                .hasMessageContaining("expected: one statement");
    }
}
