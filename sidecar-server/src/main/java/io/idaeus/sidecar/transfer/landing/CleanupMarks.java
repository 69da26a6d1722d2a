/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.api.operations.TableCleanup;
import io.idaeus.sidecar.checksum.Sha256;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.store.LocalDiskException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Marks tables that hold rows outside the node's owned ranges. A mark outlives its transfer: old rows would come back
 * if the node gained a range before {@code nodetool cleanup}.
 */
public final class CleanupMarks {
    private final Path stateDirectory;
    private final JsonStore<CleanupDue> marks;
    private final Object marking = new Object();

    private CleanupMarks(Path stateDirectory, JsonStore<CleanupDue> marks) {
        this.stateDirectory = stateDirectory;
        this.marks = marks;
    }

    public static CleanupMarks open(Path stateDirectory) {
        return new CleanupMarks(stateDirectory, JsonStore.open(stateDirectory.resolve("cleanup"), CleanupDue.class));
    }

    public Optional<CleanupDue> of(String keyspace, String table) {
        return marks.get(name(keyspace, table));
    }

    Collection<CleanupDue> due() {
        return marks.loadAll().values();
    }

    /**
     * Every table that is marked, by name.
     *
     * @param schema all tables of the node; asked for only where a name was too long for a file
     */
    public List<TableCleanup> all(Supplier<List<TableRef>> schema) {
        List<TableCleanup> found = new ArrayList<>();
        Map<String, CleanupDue> marked = marks.loadAll();
        marked.forEach((name, due) -> {
            int dot = name.indexOf('.');
            if (dot > 0) {
                found.add(new TableCleanup(name.substring(0, dot), name.substring(dot + 1), due));
            }
        });
        if (found.size() < marked.size()) {
            for (TableRef table : schema.get()) {
                String name = name(table.keyspace(), table.table());
                if (name.indexOf('.') < 0 && marked.containsKey(name)) {
                    found.add(new TableCleanup(table.keyspace(), table.table(), marked.get(name)));
                }
            }
        }
        found.sort(Comparator.comparing(TableCleanup::keyspace).thenComparing(TableCleanup::table));
        return found;
    }

    /** False where there was no mark. */
    public boolean acknowledge(String keyspace, String table) {
        return marks.delete(name(keyspace, table));
    }

    /** Removes a mark, unless another transfer has marked the table since. */
    public void acknowledge(TableRef table, CleanupDue seen) {
        synchronized (marking) {
            if (of(table.keyspace(), table.table()).filter(seen::equals).isPresent()) {
                acknowledge(table.keyspace(), table.table());
            }
        }
    }

    public void mark(TableRef table, CleanupDue why) {
        try {
            synchronized (marking) {
                marks.put(name(table.keyspace(), table.table()), why);
            }
        } catch (UncheckedIOException e) {
            throw LocalDiskException.at(stateDirectory, e);
        }
    }

    private static String name(String keyspace, String table) {
        String plain = keyspace + "." + table;
        // Names of Cassandra 5.0 may be too long for a file: up to 222 characters each.
        return JsonStore.isName(plain) ? plain : "long-" + Sha256.of(plain);
    }
}
