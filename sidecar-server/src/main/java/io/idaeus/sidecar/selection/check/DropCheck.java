/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.DroppedColumn;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds SSTables with values that one side hides and the other does not. Cassandra hides what was written to a column
 * until it was dropped, also after the column was added again ({@code DeserializationHelper.isDropped}). The import
 * compares nothing of it.
 */
public final class DropCheck {
    /**
     * The drops of a column that both have now.
     *
     * @param theirs when the source dropped it; null for never
     */
    private record Drops(
            Column column,
            @Nullable Instant theirs,
            @Nullable Instant ours) {}

    // Whether the source's drops are known.
    private final boolean known;

    private final Destination.Table table;
    private final List<Drops> drops = new ArrayList<>();
    private final Findings findings;

    public DropCheck(TableDefinition theirs, Destination.Table table, Findings findings) {
        this.known = true;
        this.table = table;
        this.findings = findings;
        TableDefinition ours = table.definition();
        for (Column column : ours.columns()) {
            Instant there = droppedAt(theirs, column.name());
            Instant here = droppedAt(ours, column.name());
            if (lastHidden(there) != lastHidden(here)
                    && SchemaCheck.find(theirs.columns(), column.name()).isPresent()) {
                drops.add(new Drops(column, there, here));
            }
        }
    }

    /** For SSTables whose table's schema nobody knows: finds what this node hides. */
    public DropCheck(Destination.Table table, Findings findings) {
        this.known = false;
        this.table = table;
        this.findings = findings;
        TableDefinition ours = table.definition();
        ours.columns().stream()
                .filter(column -> droppedAt(ours, column.name()) != null)
                .forEach(column -> drops.add(new Drops(column, null, droppedAt(ours, column.name()))));
    }

    /** When a column was dropped, although it may be there again; null for never. */
    public static @Nullable Instant droppedAt(TableDefinition definition, String column) {
        return definition.droppedColumns().stream()
                .filter(dropped -> dropped.name().equals(column))
                .map(DroppedColumn::droppedAt)
                .findFirst()
                .orElse(null);
    }

    // Microseconds. Cassandra stores the time of a drop in milliseconds, rounded down.
    private static long lastHidden(@Nullable Instant droppedAt) {
        if (droppedAt == null) {
            return Long.MIN_VALUE;
        }
        long seconds = droppedAt.getEpochSecond();
        long most = TimeUnit.MICROSECONDS.toSeconds(Long.MAX_VALUE) - 1;
        return seconds > most
                ? Long.MAX_VALUE
                : TimeUnit.SECONDS.toMicros(seconds) + TimeUnit.NANOSECONDS.toMillis(droppedAt.getNano()) * 1000 + 999;
    }

    public void run(SstableInfo sstable, SstableStatistics statistics) {
        long first = Long.parseLong(statistics.minTimestamp());
        long last = Long.parseLong(statistics.maxTimestamp());
        for (Drops each : drops) {
            long theirs = lastHidden(each.theirs());
            long ours = lastHidden(each.ours());
            boolean written = first <= Math.max(theirs, ours) && last > Math.min(theirs, ours);
            if (written && has(statistics.header(), each.column().name())) {
                findings.addSstable(
                        theirs > ours ? FindingCode.DROPPED_VALUES_RETURN : FindingCode.VALUES_STAY_HIDDEN,
                        table.ref().keyspace() + "." + table.ref().table(),
                        sstable.name(),
                        theirs > ours ? returning(each) : hidden(each));
            }
        }
    }

    private static boolean has(SerializationHeader header, String column) {
        return header.regularColumns().containsKey(column)
                || header.staticColumns().containsKey(column);
    }

    private String returning(Drops each) {
        String offer = table.empty()
                ? "; this table is empty, so it can have the same drop: " + sameDrop(each)
                : "; this table is not empty, and a drop here would hide its own values of that time, too";
        return "column %s: the source hides what was written until %s, when the column was dropped there before it was added again; this node %s%s"
                .formatted(each.column().name(), each.theirs(), since(each.ours()), offer);
    }

    private String sameDrop(Drops each) {
        String alter = "ALTER TABLE " + quoted(table.ref().keyspace()) + "."
                + quoted(table.ref().table());
        String column = quoted(each.column().name());
        return "%s DROP %s USING TIMESTAMP %d; %s ADD %s %s%s"
                .formatted(
                        alter,
                        column,
                        lastHidden(each.theirs()),
                        alter,
                        column,
                        each.column().type(),
                        each.column().kind().equals("static") ? " static" : "");
    }

    private String hidden(Drops each) {
        return "column %s: this node hides what was written until %s, when the column was dropped here before it was added again; %s"
                .formatted(
                        each.column().name(),
                        each.ours(),
                        known
                                ? "the source " + since(each.theirs())
                                : "whether it was hidden where it was written is not known");
    }

    private static String since(@Nullable Instant droppedAt) {
        return droppedAt == null ? "never dropped it, and shows all" : "hides only what was written until " + droppedAt;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
