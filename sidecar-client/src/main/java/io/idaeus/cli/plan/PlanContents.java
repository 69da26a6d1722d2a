/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanShare;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints what a plan moves from where to where, and how Cassandra is started. */
final class PlanContents {

    private static final int TABLES_SHOWN = 5;
    private static final int CELL = 40;

    private final Plan plan;
    private final PrintStream out;

    PlanContents(Plan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
    }

    void destinations() {
        for (PlanDestination destination : plan.destinations()) {
            out.printf("%nDESTINATION %s%n", Units.plain(destination.sidecar()));
            out.printf(
                    destination.address() == null ? "  to be in %s, %s; %s%n" : "  %s, %s; %s%n",
                    Units.plain(destination.datacenter()),
                    Units.plain(destination.rack()),
                    destination.address() == null
                            ? "its Cassandra has never started"
                            : "node " + Units.plain(destination.address()));
            out.printf(
                    "  moves %s, %s of it needed (%s); disk: %s at the peak, %s free%n",
                    Units.bytes(destination.bytes()),
                    Units.bytes(destination.bytesNeeded()),
                    times(destination.bytes(), destination.bytesNeeded()),
                    Units.bytes(destination.bytesPeak()),
                    Units.bytes(destination.bytesFree()));
            sources(destination.sources());
        }
    }

    /** Prints how the ring is shared before and after, where nodes are added. */
    void shares() {
        List<PlanShare> shares = plan.shares();
        if (shares == null) {
            return;
        }
        out.printf("%nSHARES OF THE RING%n");
        Table table = Table.of("NODE", "RACK", ">NOW", ">AFTERWARDS").indent(2);
        shares.forEach(share -> table.row(
                share.node(),
                share.rack(),
                share.before() == null ? "-" : percent(share.before()),
                percent(share.after())));
        Map<String, List<PlanShare>> racks =
                shares.stream().collect(Collectors.groupingBy(PlanShare::rack, TreeMap::new, Collectors.toList()));
        racks.forEach((rack, nodes) -> table.row(
                "all of rack",
                rack,
                percent(nodes.stream()
                        .map(PlanShare::before)
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .sum()),
                percent(nodes.stream().mapToDouble(PlanShare::after).sum())));
        table.print(out);
        out.println("  100 % is one copy of the ring. Of the keyspace with the most bytes.");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    void keyspaces() {
        out.printf("%nKEYSPACES%n");
        Table table = Table.of(
                        "KEYSPACE", "REPLICAS", "WRITES", ">COPIES", "FILLED BY", ">RANGES", ">MOVES", ">TIMES", "WHY")
                .indent(2)
                .fold(CELL);
        for (PlanKeyspace keyspace : plan.keyspaces()) {
            long bytes = keyspace.tables().stream().mapToLong(PlanTable::bytes).sum();
            long needed =
                    keyspace.tables().stream().mapToLong(PlanTable::bytesNeeded).sum();
            table.row(
                    keyspace.keyspace(),
                    replication(keyspace.replication()),
                    keyspace.writes(),
                    keyspace.copies() == 0 ? "-" : keyspace.copies(),
                    treatment(keyspace.treatment()),
                    keyspace.ranges(),
                    keyspace.treatment() == Treatment.FILL ? Units.bytes(bytes) : "-",
                    needed == 0 ? "-" : ratio(bytes, needed),
                    keyspace.why());
        }
        table.print(out);
        out.println("  COPIES: replicas that each range is merged from. TIMES: bytes moved over bytes needed.");
        largestTables();
    }

    /** Prints each sequence of starts once, with the destinations that it is for. */
    void starts() {
        Map<List<PlanStart>, List<PlanDestination>> groups = plan.destinations().stream()
                .filter(destination -> !destination.starts().isEmpty())
                .collect(Collectors.groupingBy(PlanDestination::starts, LinkedHashMap::new, Collectors.toList()));
        groups.forEach((starts, destinations) -> {
            String where = destinations.stream().map(PlanDestination::sidecar).collect(Collectors.joining(", "));
            out.printf(
                    "%nSTARTS OF CASSANDRA beside %s, by %s%n",
                    Units.plain(where),
                    destinations.stream().allMatch(PlanDestination::lifecycle) ? "cassandra.lifecycle" : "an operator");
            IntStream.range(0, starts.size()).forEach(index -> start(starts, index));
        });
    }

    private void sources(List<PlanSource> sources) {
        if (sources.isEmpty()) {
            return;
        }
        Table table = Table.of("SOURCE", "PLACE", ">SENDS", ">RANGES", "WHY")
                .indent(2)
                .fold(CELL);
        for (PlanSource source : sources) {
            PlanNode node = source.node();
            table.row(
                    node.address(),
                    node.datacenter() + ", " + node.rack(),
                    Units.bytes(source.bytes()),
                    source.ranges(),
                    source.why());
        }
        table.print(out);
    }

    private void largestTables() {
        List<NamedTable> tables = plan.keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.FILL)
                .flatMap(keyspace -> keyspace.tables().stream()
                        .map(table -> new NamedTable(keyspace.keyspace() + "." + table.table(), table)))
                .sorted(Comparator.comparingLong((NamedTable named) -> named.table.bytes())
                        .reversed())
                .toList();
        if (tables.isEmpty()) {
            return;
        }
        out.println();
        Table listing =
                Table.of("LARGEST TABLES", ">MOVES", ">NEEDED", ">TIMES").indent(2);
        tables.stream()
                .limit(TABLES_SHOWN)
                .forEach(named -> listing.row(
                        named.name,
                        Units.bytes(named.table.bytes()),
                        Units.bytes(named.table.bytesNeeded()),
                        ratio(named.table.bytes(), named.table.bytesNeeded())));
        listing.print(out);
        if (tables.size() > TABLES_SHOWN) {
            out.printf("  and %d more; --json prints all%n", tables.size() - TABLES_SHOWN);
        }
    }

    private void start(List<PlanStart> starts, int index) {
        PlanStart start = starts.get(index);
        out.printf("  %d. %s%n", index + 1, Units.plain(start.name()));
        lines("take out", start.removed());
        start.yaml().stream()
                .filter(line -> index == 0 || !starts.get(index - 1).yaml().contains(line))
                .forEach(this::setting);
        lines("add", start.jvmOptions());
        if (Stream.of(start.removed(), start.yaml(), start.jvmOptions()).allMatch(List::isEmpty)) {
            out.println("       no option but those of every start");
        }
    }

    // A comment says what else must be so.
    private void setting(String line) {
        boolean comment = line.startsWith("#");
        lines(comment ? "check" : "cassandra.yaml", List.of(comment ? line.substring(1) : line));
    }

    private void lines(String label, List<String> values) {
        values.forEach(value -> out.printf("       %-14s  %s%n", label, Units.plain(value)));
    }

    private static String replication(Map<String, String> replication) {
        return replication.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("class"))
                .map(entry -> Map.of("replication_factor", "rf").getOrDefault(entry.getKey(), entry.getKey()) + "="
                        + entry.getValue())
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static String treatment(Treatment treatment) {
        return switch (treatment) {
            case FILL -> "Idaeus";
            case STREAM -> "Cassandra";
            case LEAVE_EMPTY, CLEAN_UP -> "nobody";
        };
    }

    private static String times(long bytes, long needed) {
        return needed == 0 ? "nothing is needed" : ratio(bytes, needed) + " times";
    }

    private static String ratio(long bytes, long needed) {
        return needed == 0 ? "-" : String.format(Locale.ROOT, "%.2f", (double) bytes / needed);
    }

    private record NamedTable(String name, PlanTable table) {}
}
