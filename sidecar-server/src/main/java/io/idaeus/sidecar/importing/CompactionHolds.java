/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.cassandra.node.Compactions;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables that Cassandra does not compact automatically while a plan copies them: a compaction may purge a tombstone before
 * the row that it hides has arrived. What is held is on disk before Cassandra is told, and let go however the plan or either
 * process ends; a restart of Cassandra, which forgets it, is made up for. A table whose automatic compaction was disabled
 * already is never enabled. Thread-safe.
 */
public final class CompactionHolds {
    private static final Logger LOG = LoggerFactory.getLogger(CompactionHolds.class);

    /**
     * The tables that a plan holds.
     *
     * @param ended whether it is to be let go: Cassandra may not have answered yet
     */
    record Hold(String plan, Instant since, List<TableRef> tables, boolean ended) {
        Hold {
            tables = List.copyOf(tables);
        }

        private List<TableName> names() {
            return tables.stream()
                    .map(table -> new TableName(table.keyspace(), table.table()))
                    .toList();
        }
    }

    private final JsonStore<Hold> store;
    private final Compactions compactions;
    private final InstantSource clock;
    // By plan.
    private final Map<String, Hold> holds = new TreeMap<>();

    private CompactionHolds(JsonStore<Hold> store, Compactions compactions, InstantSource clock) {
        this.store = store;
        this.compactions = compactions;
        this.clock = clock;
        holds.putAll(store.loadAll());
    }

    public static CompactionHolds open(Path stateDirectory, Compactions compactions, InstantSource clock) {
        return new CompactionHolds(
                JsonStore.open(stateDirectory.resolve("compaction-holds"), Hold.class), compactions, clock);
    }

    /**
     * Has no automatic compaction of these tables begin, until the plan lets go. Idempotent.
     *
     * @throws ProblemException CASSANDRA_UNAVAILABLE, CASSANDRA_REFUSED
     */
    public synchronized void hold(String plan, Collection<TableName> tables) {
        Hold known = holds.get(plan);
        Set<TableName> held = new LinkedHashSet<>(known == null ? List.of() : known.names());
        List<TableName> more =
                tables.stream().filter(table -> !held.contains(table)).toList();
        List<TableName> ending = holds.values().stream()
                .filter(Hold::ended)
                .flatMap(hold -> hold.names().stream())
                .filter(more::contains)
                .toList();
        boolean changed = held.addAll(compactions.automatic(more));
        changed |= held.addAll(ending);
        if (changed || (known != null && known.ended())) {
            put(new Hold(plan, known == null ? clock.instant() : known.since(), refs(held), false));
            LOG.info("plan {}: compaction of {} tables waits until they are in", plan, held.size());
        }
        compactions.disable(held);
    }

    /** Lets Cassandra compact what a plan holds; at once, or as soon as it answers. Idempotent. */
    public synchronized void release(String plan) {
        Hold hold = holds.get(plan);
        if (hold == null) {
            return;
        }
        put(new Hold(plan, hold.since(), hold.tables(), true));
        letGo(hold);
    }

    private void letGo(Hold hold) {
        try {
            compactions.enable(hold.names().stream()
                    .filter(table -> holds.values().stream()
                            .noneMatch(other -> !other.ended() && other.names().contains(table)))
                    .toList());
        } catch (ProblemException e) {
            LOG.warn("plan {}: compaction of its tables goes on later: {}", hold.plan(), e.getMessage());
            return;
        }
        store.delete(hold.plan());
        holds.remove(hold.plan());
        LOG.info(
                "plan {}: Cassandra may compact its {} tables",
                hold.plan(),
                hold.tables().size());
    }

    /**
     * Tells Cassandra again what is held, and what is not any more: it may have restarted.
     *
     * @param suspended a plan whose tables may be compacted until it is heard of again; null for none
     */
    public synchronized void keepAll(@Nullable String suspended) {
        for (Hold hold : new ArrayList<>(holds.values())) {
            if (hold.ended()) {
                letGo(hold);
            } else if (hold.plan().equals(suspended)) {
                compactions.enable(hold.names());
            } else {
                compactions.disable(hold.names());
            }
        }
    }

    /** The same for one table, before something is imported into it. */
    public synchronized void keep(TableName table) {
        boolean held = holds.values().stream()
                .anyMatch(hold -> !hold.ended() && hold.names().contains(table));
        if (held) {
            compactions.disable(List.of(table));
        }
    }

    /** Whether a plan holds tables. */
    public synchronized boolean has(String plan) {
        Hold hold = holds.get(plan);
        return hold != null && !hold.ended();
    }

    private void put(Hold hold) {
        store.put(hold.plan(), hold);
        holds.put(hold.plan(), hold);
    }

    private static List<TableRef> refs(Collection<TableName> tables) {
        return tables.stream()
                .map(table -> new TableRef(table.keyspace(), table.table()))
                .toList();
    }
}
