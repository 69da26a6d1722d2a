/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import org.jspecify.annotations.Nullable;

/**
 * A statement that makes a part of a schema.
 *
 * @param kind what it makes
 * @param table the table that it makes, changes or belongs to; absent for keyspaces and types
 * @param name of the keyspace, type, table, column, index or view that it makes
 * @param statement CQL, without a semicolon at its end
 */
@Bounded.Fields
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SchemaStatement(
        Kind kind,
        @Bounded.Name String keyspace,
        @Nullable @Bounded.Name String table,
        @Bounded.SchemaName String name,
        @Bounded.Statement String statement) {

    /** The kind of object that a statement makes. */
    public enum Kind {
        KEYSPACE,
        /** A user-defined type. */
        TYPE,
        /** A table, with the columns that were dropped since. */
        TABLE,
        /** Drops a column, as of the time at which it was dropped. */
        DROPPED_COLUMN,
        /** Adds a column anew that was dropped. */
        COLUMN,
        /** A comment or a security label of something; since Cassandra 6.0. */
        COMMENT,
        INDEX,
        /** A materialized view. */
        VIEW;

        /** Whether it is made once the rows of its table are there, which need it not. */
        public boolean followsRows() {
            return this == INDEX || this == VIEW || this == COMMENT;
        }
    }
}
