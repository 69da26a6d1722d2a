/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.TableDefinition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot that this sidecar takes, on disk. The record precedes the call of Cassandra, so that no crash leaves a snapshot
 * without one.
 *
 * <pre>
 * TAKING → TAKEN → CLEARING → record dropped
 *    └→ ABANDONED → record dropped      crash or no answer: the snapshot may exist or not
 * </pre>
 *
 * @param since when it entered its state
 * @param clearWhenUnleased set when a lease that asked for it ends
 * @param expiresAt by the time of day when it was taken; null for never
 * @param requestedBy who asked for it; null without authentication
 * @param removal null where nobody asked for it, or not yet
 */
@RecordBuilder
public record ManagedSnapshot(
        String tag,
        State state,
        Instant since,
        boolean clearWhenUnleased,
        List<Table> tables,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable String requestedBy,
        @Nullable Removal removal)
        implements ManagedSnapshotBuilder.With {

    /**
     * Why it is cleared.
     *
     * @param by who asked for it; null where nobody did, or without authentication
     */
    public record Removal(String why, @Nullable String by) {}

    public enum State {
        TAKING,
        TAKEN,
        CLEARING,
        ABANDONED
    }

    // A table's definition when the snapshot was taken.
    public record Table(String keyspace, String table, String tableId, String schema, TableDefinition definition) {
        boolean is(TableRef ref) {
            return keyspace.equals(ref.keyspace()) && table.equals(ref.table());
        }
    }

    public ManagedSnapshot {
        Objects.requireNonNull(tag, "tag");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(createdAt, "createdAt");
        tables = List.copyOf(Objects.requireNonNull(tables, "tables"));
    }

    static ManagedSnapshot taking(
            String tag, List<Table> tables, Instant now, @Nullable Instant expiresAt, @Nullable String requestedBy) {
        return ManagedSnapshotBuilder.builder()
                .tag(tag)
                .state(State.TAKING)
                .since(now)
                .clearWhenUnleased(false)
                .tables(tables)
                .createdAt(now)
                .expiresAt(expiresAt)
                .requestedBy(requestedBy)
                .removal(null)
                .build();
    }

    ManagedSnapshot in(State next, Instant now) {
        return with().state(next).since(now).build();
    }

    ManagedSnapshot clearing(@Nullable Removal why, Instant now) {
        return with().state(State.CLEARING)
                .since(now)
                .removal(why == null ? removal : why)
                .build();
    }

    ManagedSnapshot clearedWhenUnleased(Removal why) {
        return with().clearWhenUnleased(true).removal(why).build();
    }

    public boolean isEnding() {
        return state == State.CLEARING || state == State.ABANDONED;
    }

    Optional<Table> table(TableRef ref) {
        return tables.stream().filter(table -> table.is(ref)).findFirst();
    }

    public List<String> keyspaces() {
        return tables.stream().map(Table::keyspace).distinct().toList();
    }
}
