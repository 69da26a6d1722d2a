/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.TableDefinition;
import io.idaeus.api.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot that this sidecar takes, as it is kept on disk. The record is there before Cassandra is asked, so that no
 * crash leaves a snapshot that nobody knows.
 *
 * <pre>
 * TAKING → TAKEN → CLEARING → forgotten
 *    └→ ABANDONED → forgotten      a crash or no answer meanwhile: whether it was taken is not known
 * </pre>
 *
 * @param since when it came into its state
 * @param clearWhenUnleased set by the end of a lease that asked for it
 * @param expiresAt null for never
 */
record OwnSnapshot(
        String tag,
        State state,
        Instant since,
        boolean clearWhenUnleased,
        List<Table> tables,
        Instant createdAt,
        @Nullable Instant expiresAt) {
    enum State {
        TAKING,
        TAKEN,
        CLEARING,
        ABANDONED
    }

    /** A table as it was declared when the snapshot was taken. */
    record Table(String keyspace, String table, String tableId, String schema, TableDefinition definition) {
        boolean is(TableRef ref) {
            return keyspace.equals(ref.keyspace()) && table.equals(ref.table());
        }
    }

    OwnSnapshot {
        Objects.requireNonNull(tag, "tag");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(createdAt, "createdAt");
        tables = List.copyOf(Objects.requireNonNull(tables, "tables"));
    }

    static OwnSnapshot taking(String tag, List<Table> tables, Instant now, @Nullable Instant expiresAt) {
        return new OwnSnapshot(tag, State.TAKING, now, false, tables, now, expiresAt);
    }

    OwnSnapshot in(State next, Instant now) {
        return new OwnSnapshot(tag, next, now, clearWhenUnleased, tables, createdAt, expiresAt);
    }

    OwnSnapshot clearedWhenUnleased() {
        return new OwnSnapshot(tag, state, since, true, tables, createdAt, expiresAt);
    }

    /** Whether it is on its way out. */
    boolean isEnding() {
        return state == State.CLEARING || state == State.ABANDONED;
    }

    boolean isExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    Optional<Table> table(TableRef ref) {
        return tables.stream().filter(table -> table.is(ref)).findFirst();
    }

    List<String> keyspaces() {
        return tables.stream().map(Table::keyspace).distinct().toList();
    }
}
