/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.compare;

import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.ComparedTable;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonList;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.ComparisonWait;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.ComparisonsClient;
import io.idaeus.client.SidecarException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows comparisons to people. */
final class CompareText {

    private static final int ROWS_SHOWN = 10;
    private static final int RANGES_SHOWN = 5;

    private final ComparisonsClient comparisons;
    private final PrintStream out;

    CompareText(ComparisonsClient comparisons, PrintStream out) {
        this.comparisons = comparisons;
        this.out = out;
    }

    /** A row, and the table that it is of. */
    record RowOfTable(String keyspace, String table, DifferingRow row) {}

    static void list(ComparisonList list, PrintStream out) {
        Table table = Table.of("ID", "STATE", "RESULT", ">DONE", ">ROWS", "WITH", "TABLES", "CREATED");
        for (Comparison each : list.comparisons()) {
            table.row(
                    each.id(),
                    each.state(),
                    each.result() == null ? "-" : each.result(),
                    percent(each.share()),
                    number(Math.max(each.rowsHere(), each.rowsThere())),
                    each.there(),
                    String.join(", ", each.request().tables()),
                    Units.instant(each.createdAt()));
        }
        table.print(out);
    }

    void show(Comparison comparison, boolean allRows) {
        out.printf(
                "%s %s: %s with %s%n",
                comparison.result() == null ? comparison.state() : comparison.result(),
                comparison.id(),
                Units.plain(comparison.here()),
                Units.plain(comparison.there()));
        out.printf(
                "  compared  %s rows here, %s there, %s, in %s%n",
                number(comparison.rowsHere()),
                number(comparison.rowsThere()),
                percent(comparison.share()),
                Units.duration(Duration.between(
                                comparison.createdAt(),
                                Objects.requireNonNullElseGet(comparison.finishedAt(), Instant::now))
                        .toSeconds()));
        if (comparison.request().range() != null) {
            out.println("  only      the token range "
                    + Units.plain(comparison.request().range()));
        }
        if (comparison.request().level() != null) {
            out.println("  level     " + comparison.request().level());
        }
        out.println("  exact     " + exact(comparison));
        if (comparison.error() != null) {
            out.println("  failed    " + Units.plain(comparison.error()));
        }
        waits(comparison).forEach(line -> out.println("  " + line));
        List<ComparedTable> tables = Objects.requireNonNullElse(comparison.tables(), List.of());
        out.println();
        table(tables).print(out);
        tables.forEach(table -> details(comparison.id(), table, allRows));
    }

    private static String exact(Comparison comparison) {
        String asOf = comparison.request().asOf();
        if (asOf != null) {
            return "for what was written until " + Units.plain(asOf)
                    + ", but for deletions and for values that are compared without write times, if the clocks of the"
                    + " writers are right";
        }
        return "if nobody has written since " + Units.instant(comparison.createdAt())
                + (comparison.finishedAt() == null ? "" : ", until " + Units.instant(comparison.finishedAt()));
    }

    /** The cause of its wait, and the remedy; nothing where it does not wait. */
    static List<String> waits(Comparison comparison) {
        ComparisonWait waiting = comparison.waiting();
        return waiting == null || comparison.state().isFinal() || comparison.state() == ComparisonState.PAUSED
                ? List.of()
                : List.of("waiting   " + Units.plain(waiting.detail()), "remedy    " + Units.plain(waiting.remedy()));
    }

    private static Table table(List<ComparedTable> tables) {
        List<RowVerdict> verdicts = Stream.of(RowVerdict.values())
                .filter(verdict ->
                        tables.stream().anyMatch(table -> table.differences().containsKey(verdict)))
                .toList();
        List<String> headers = new ArrayList<>(List.of("TABLE", ">DONE", ">HERE", ">THERE"));
        verdicts.forEach(verdict -> headers.add(">" + words(verdict).toUpperCase(Locale.ROOT)));
        headers.add("");
        Table table = Table.of(headers.toArray(String[]::new));
        for (ComparedTable each : tables) {
            List<Object> cells = new ArrayList<>(
                    List.of(name(each), percent(each.share()), number(each.rowsHere()), number(each.rowsThere())));
            verdicts.forEach(verdict -> {
                Long count = each.differences().get(verdict);
                cells.add(count == null ? "-" : number(count));
            });
            cells.add(note(each));
            table.row(cells.toArray());
        }
        return table;
    }

    private static String note(ComparedTable table) {
        if (table.notComparable() != null) {
            return "not comparable";
        }
        List<String> notes = new ArrayList<>();
        if (!table.definition().isEmpty()) {
            notes.add("definitions differ");
        }
        if (table.unreadRanges() > 0) {
            notes.add(number(table.unreadRanges()) + " ranges not comparable");
        }
        return String.join(", ", notes);
    }

    private void details(String id, ComparedTable table, boolean allRows) {
        List<String> lines = new ArrayList<>();
        if (table.notComparable() != null) {
            lines.add("not comparable: " + Units.plain(table.notComparable()));
        }
        table.definition().forEach(line -> lines.add("definition: " + Units.plain(line)));
        table.unread().stream()
                .limit(RANGES_SHOWN)
                .forEach(range -> lines.add("range %s was not compared: %s"
                        .formatted(Units.plain(range.range()), Units.plain(range.reason()))));
        if (table.unreadRanges() > RANGES_SHOWN) {
            lines.add("and %s more ranges".formatted(number(table.unreadRanges() - RANGES_SHOWN)));
        }
        if (!table.differences().isEmpty()) {
            lines.addAll(rows(id, table, allRows));
        }
        if (!lines.isEmpty()) {
            out.printf("%n%s%n", name(table));
            lines.forEach(line -> out.println("  " + line));
        }
    }

    private List<String> rows(String id, ComparedTable table, boolean all) {
        List<DifferingRow> rows;
        try {
            rows = comparisons.rows(id, table.keyspace(), table.table());
        } catch (SidecarException e) {
            if (!e.is(ProblemType.FORBIDDEN)) {
                throw e;
            }
            return List.of(
                    "your role may not see keys of rows (expected: one that may operate in " + table.keyspace() + ")");
        }
        int shown = all ? rows.size() : Math.min(ROWS_SHOWN, rows.size());
        long found =
                table.differences().values().stream().mapToLong(Long::longValue).sum();
        List<String> lines =
                rows.stream().limit(shown).map(CompareText::line).collect(Collectors.toCollection(ArrayList::new));
        if (found > shown) {
            lines.add("and %s more rows%s"
                    .formatted(number(found - shown), shown < rows.size() ? "; --rows shows more" : ""));
        }
        return lines;
    }

    private static String line(DifferingRow row) {
        String columns = row.columns().isEmpty() ? "" : "; differs in " + Units.plain(String.join(", ", row.columns()));
        String times = Stream.of(time("here", row.writtenHere()), time("there", row.writtenThere()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return "%-13s %s%s%s"
                .formatted(
                        words(row.verdict()),
                        row.key().isEmpty() ? "token " + Units.plain(row.token()) : Units.plain(row.key()),
                        columns,
                        times.isEmpty() ? "" : "; written " + times);
    }

    private static String time(String where, @Nullable String micros) {
        if (micros == null) {
            return "";
        }
        try {
            return where + " " + Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
        } catch (NumberFormatException e) {
            return where + " " + Units.plain(micros);
        }
    }

    /** All rows that are on record. */
    List<RowOfTable> everyRow(Comparison comparison) {
        return Objects.requireNonNullElse(comparison.tables(), List.<ComparedTable>of()).stream()
                .filter(table -> !table.differences().isEmpty())
                .flatMap(table -> comparisons.rows(comparison.id(), table.keyspace(), table.table()).stream()
                        .map(row -> new RowOfTable(table.keyspace(), table.table(), row)))
                .toList();
    }

    private static String name(ComparedTable table) {
        return table.keyspace() + "." + table.table();
    }

    private static String words(RowVerdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Rounded down: 100 % is all. */
    static String percent(double share) {
        return (int) Math.floor(share * 100) + " %";
    }
}
