/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.it.harness.rows.PayloadTable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A table in two SSTables that span the ring, of which one half is asked for. The destination has none of it. */
final class CutTable {
    private static final int ROWS = 1_500;
    private static final int ROW_BYTES = 8_192;
    // A slice of the second is small.
    private static final int ROWS_OF_SECOND = 50;

    private final AttackScene scene;
    private final PayloadTable table;
    private final Set<Long> wanted;

    private CutTable(AttackScene scene, PayloadTable table) {
        this.scene = scene;
        this.table = table;
        this.wanted = table.idsBetween(scene.source().cql(), Long.MIN_VALUE, 0)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static CutTable load(AttackScene scene) {
        PayloadTable table =
                new PayloadTable("hostile", "cut_" + Long.toString(System.nanoTime(), 36), ROWS, ROW_BYTES);
        table.create(scene.source().cql());
        table.create(scene.destination().cql());
        table.insert(scene.source().cql(), LongStream.range(0, ROWS - ROWS_OF_SECOND));
        scene.source().flush(table.keyspace(), table.table());
        table.insert(scene.source().cql(), LongStream.range(ROWS - ROWS_OF_SECOND, ROWS));
        scene.source().flush(table.keyspace(), table.table());
        return new CutTable(scene, table);
    }

    PayloadTable table() {
        return table;
    }

    List<String> ranges() {
        return List.of(Long.MIN_VALUE + ":0");
    }

    /**
     * Judges what has arrived, and removes it.
     *
     * @param complete whether the transfer says that all has
     */
    void check(boolean complete, Misdeed misdeed, Tally tally) {
        Set<Long> found = new TreeSet<>();
        for (Row row : scene.destination().cql().execute("SELECT id, payload FROM " + table.name())) {
            long id = row.getLong("id");
            found.add(id);
            if (!wanted.contains(id)) {
                tally.breaks("row " + id + " is not of the ranges, after " + misdeed.name());
            } else if (!table.payload(id).equals(row.getByteBuffer("payload"))) {
                tally.breaks("row " + id + " has a payload that no source ever had, after " + misdeed.name());
            }
        }
        if (complete && found.size() < wanted.size()) {
            tally.breaks("a complete transfer of " + found.size() + " of " + wanted.size() + " rows, after "
                    + misdeed.name());
        }
        if (!found.isEmpty()) {
            scene.destination().cql().execute("TRUNCATE " + table.name());
        }
    }
}
