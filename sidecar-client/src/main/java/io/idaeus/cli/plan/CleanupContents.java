/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;

/** Prints what a plan removes from which nodes. */
final class CleanupContents {

    private static final int TABLES_SHOWN = 10;

    private final Plan plan;
    private final PrintStream out;

    CleanupContents(Plan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
    }

    void print() {
        out.printf("%nNODES, in this order%n");
        Table nodes = Table.of("NODE", "PLACE", ">HOLDS", ">REMOVES", ">FREE", "SIDECAR")
                .indent(2);
        for (PlanDestination node : plan.destinations()) {
            nodes.row(
                    String.valueOf(node.address()),
                    node.datacenter() + ", " + node.rack(),
                    Units.bytes(node.bytes()),
                    Units.bytes(node.bytes() - node.bytesNeeded()),
                    // None where the sidecar has no staging roots, and so looks at no disk.
                    node.bytesFree() == 0 ? "-" : Units.bytes(node.bytesFree()),
                    node.sidecar());
        }
        nodes.print(out);
        List<NamedTable> tables = plan.keyspaces().stream()
                .flatMap(keyspace -> keyspace.tables().stream()
                        .map(table -> new NamedTable(keyspace.keyspace() + "." + table.table(), table)))
                .sorted(Comparator.comparingLong(NamedTable::removed).reversed())
                .toList();
        out.printf("%nTABLES%n");
        Table listing = Table.of("TABLE", ">HOLDS", ">REMOVES").indent(2);
        tables.stream()
                .limit(TABLES_SHOWN)
                .forEach(each -> listing.row(each.name, Units.bytes(each.table.bytes()), Units.bytes(each.removed())));
        listing.print(out);
        if (tables.size() > TABLES_SHOWN) {
            out.printf("  and %d more; --json prints all%n", tables.size() - TABLES_SHOWN);
        }
        out.println("  REMOVES: estimated from samples of the SSTables, mostly too low. Cassandra finds out exactly.");
    }

    private record NamedTable(String name, PlanTable table) {
        private long removed() {
            return table.bytes() - table.bytesNeeded();
        }
    }
}
