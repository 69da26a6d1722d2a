/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.snapshot.SnapshotList;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.command.TableGlobs;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "snapshot",
        description = "Take, list and clear snapshots of the node.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SnapshotCommand.Create.class, SnapshotCommand.Ls.class, SnapshotCommand.Delete.class})
public final class SnapshotCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command (expected: create, list or delete)");
    }

    @Command(name = "create", description = "Take a snapshot of a keyspace, or of some tables, on the node.")
    static final class Create extends RemoteCommand {

        @Parameters(
                paramLabel = "KEYSPACE[.TABLE]",
                arity = "1..*",
                description =
                        "One keyspace with all its tables, or one or more tables, also by pattern, quoted: 'shop.*'.")
        private List<String> names = List.of();

        @Option(names = "--tag", paramLabel = "TAG", description = "Name of the snapshot (default: generated).")
        private @Nullable String tag;

        @Option(
                names = "--ttl",
                paramLabel = "TIME",
                description =
                        "Clear the snapshot after this time, 1m to 3650d; if it is leased then, when its last lease ends (default: never).")
        private @Nullable String ttl;

        @Option(
                names = "--skip-flush",
                description = "Do not flush memtables first. The snapshot then lacks rows that are only in memory.")
        private boolean skipFlush;

        @Override
        protected int run(SidecarClient client) {
            SnapshotInfo snapshot = client.createSnapshot(request(new TableGlobs(client, this::wrong)));
            print(snapshot, () -> {
                out().printf("Snapshot %s: %s, %s%n", snapshot.tag(), tables(snapshot), Units.bytes(snapshot.bytes()));
            });
            return ExitCodes.OK;
        }

        private SnapshotRequest request(TableGlobs globs) {
            Boolean skip = skipFlush ? Boolean.TRUE : null;
            if (names.size() == 1 && !names.get(0).contains(".")) {
                return new SnapshotRequest(tag, names.get(0), null, ttl, skip);
            }
            if (!names.stream().allMatch(name -> name.contains("."))) {
                throw wrong("One keyspace, or tables as keyspace.table: " + String.join(" ", names));
            }
            List<TableRef> tables =
                    globs.resolve(names.stream().map(this::table).toList());
            return new SnapshotRequest(tag, null, tables, ttl, skip);
        }

        private TableRef table(String name) {
            try {
                return new Converters.Tables().convert(name);
            } catch (TypeConversionException foreign) {
                throw wrong(String.valueOf(foreign.getMessage()));
            }
        }
    }

    @Command(
            name = "list",
            description = "List all snapshots of the node, with the space that clearing each would free.")
    static final class Ls extends RemoteCommand {

        @Override
        protected int run(SidecarClient client) {
            SnapshotList list = client.snapshots();
            print(list, () -> show(list));
            return ExitCodes.OK;
        }

        private void show(SnapshotList list) {
            Table table = Table.of("TAG", "TABLES", ">SIZE", ">WOULD FREE", "CREATED", "EXPIRES", "MANAGED", ">LEASES");
            for (SnapshotInfo snapshot : list.snapshots()) {
                table.row(
                        snapshot.tag(),
                        tables(snapshot),
                        Units.bytes(snapshot.bytes()),
                        Units.bytes(snapshot.trueBytes()),
                        Units.instant(snapshot.createdAt()),
                        Units.instant(snapshot.expiresAt()),
                        snapshot.managed() ? "yes" : "no",
                        snapshot.leases().size());
            }
            table.print(out());
        }
    }

    @Command(name = "delete", description = "Clear (delete) a snapshot of the node, in all its tables.")
    static final class Delete extends RemoteCommand {

        @Parameters(paramLabel = "TAG", description = "Snapshot to clear.")
        private String tag = "";

        @Option(
                names = "--force",
                description =
                        "Clear it even where it is leased, so that a transfer from it fails, or not managed: the sidecar did not take it, but for instance nodetool snapshot.")
        private boolean force;

        @Override
        protected int run(SidecarClient client) {
            if (tag.isBlank() || tag.equals(".") || tag.equals("..")) {
                throw wrong(
                        "'%s' is not a tag (expected: the name of one snapshot; see: snapshot list)".formatted(tag));
            }
            client.deleteSnapshot(tag, force);
            if (!global().structured()) {
                out().println("Cleared snapshot " + tag);
            }
            return ExitCodes.OK;
        }
    }

    private static String tables(SnapshotInfo snapshot) {
        int shown = 3;
        String first = snapshot.tables().stream()
                .limit(shown)
                .map(table -> table.keyspace() + "." + table.table())
                .collect(Collectors.joining(", "));
        int more = snapshot.tables().size() - shown;
        return more > 0 ? "%s and %d more".formatted(first, more) : first;
    }
}
