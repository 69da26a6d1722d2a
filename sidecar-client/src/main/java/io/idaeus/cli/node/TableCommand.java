/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "table", description = "Show a table's id and schema, and whether nodetool cleanup is due on the node.")
public final class TableCommand extends RemoteCommand {

    @Parameters(paramLabel = "KEYSPACE.TABLE", converter = Converters.Table.class, description = "Table to show.")
    private TableRef table = new TableRef("", "");

    @Option(
            names = "--cleanup-done",
            description =
                    "Confirm that you ran nodetool cleanup of the table on the node: it is then no longer shown as due. Runs no cleanup.")
    private boolean cleanupDone;

    @Override
    protected int run(SidecarClient client) {
        if (cleanupDone) {
            client.acknowledgeCleanup(table.keyspace(), table.table());
        }
        TableInfo info = client.table(table.keyspace(), table.table());
        print(info, () -> show(info));
        return ExitCodes.OK;
    }

    private void show(TableInfo info) {
        Table.of("TABLE", info.keyspace() + "." + info.table())
                .row("id", info.id())
                .row("gc_grace_seconds", info.definition().gcGraceSeconds())
                .row(
                        "flags",
                        info.definition().flags().isEmpty()
                                ? "-"
                                : String.join(", ", info.definition().flags()))
                .print(out());
        CleanupDue due = info.cleanupDue();
        if (due != null) {
            out().printf(
                            "%nCLEANUP DUE since %s: %s%n  run: nodetool cleanup %s %s%n  then: %s table %s.%s --cleanup-done%n",
                            Units.instant(due.since()),
                            Units.plain(due.reason()),
                            info.keyspace(),
                            info.table(),
                            global().again(),
                            info.keyspace(),
                            info.table());
        }
        out().println();
        info.createStatement()
                .lines()
                .map(line -> line.replaceAll("\\p{Cntrl}", "?"))
                .forEach(out()::println);
    }
}
