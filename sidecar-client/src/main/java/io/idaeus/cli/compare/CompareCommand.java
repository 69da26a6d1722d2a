/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.compare;

import io.idaeus.api.TableRef;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonList;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Patience;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.client.SidecarClient;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        description = {
            "Compare tables with those of the same names in another cluster, row by row, and follow the comparison until it ends. The sidecar at --url coordinates it. Ctrl-C does not stop it.",
            "The exit code tells the result: 0 all rows are the same, 8 some differ, 5 some could not be compared, 1 failed, 6 cancelled.",
            "It is exact where no client writes meanwhile. With --as-of, later writes are not judged, but later deletions are reported as differences."
        },
        subcommands = {
            CompareCommand.Ls.class,
            CompareCommand.Show.class,
            CompareCommand.Watch.class,
            CompareCommand.Halt.class,
            CompareCommand.Resume.class,
            CompareCommand.Cancel.class,
            CompareCommand.Delete.class
        })
public final class CompareCommand extends RemoteCommand {

    @Option(
            names = "--with",
            paramLabel = "URI",
            converter = Converters.AddressText.class,
            description =
                    "Address of a sidecar of the other cluster (required to compare). Those beside its other nodes are found by it, at the same port.")
    private @Nullable String with;

    @Option(
            names = "--table",
            paramLabel = "KEYSPACE.TABLE",
            converter = Converters.Tables.class,
            description = {
                "Table to compare; repeatable (required to compare).",
                "Or a pattern, quoted, for instance 'shop.*': all tables of both clusters that match. Patterns for keyspaces leave out Cassandra's own."
            })
    private List<TableRef> tables = List.of();

    @Option(
            names = "--range",
            paramLabel = "LEFT:RIGHT",
            converter = Converters.Range.class,
            description = "Token range (left, right] to compare (default: the whole ring).")
    private @Nullable String range;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description =
                    "Consistency level at which rows that seem to differ are read again; everything is read at LOCAL_ONE first (default: LOCAL_QUORUM). At levels of several replicas Cassandra repairs what it reads, unless the table says read_repair = 'NONE'.")
    private @Nullable RowLevel level;

    @Option(
            names = "--as-of",
            paramLabel = "TIME",
            converter = Converters.Moment.class,
            description =
                    "Do not judge rows that were written after this time, for instance 2026-01-02T03:04:05Z. Those that differ are counted as WRITTEN_SINCE.")
    private @Nullable Instant asOf;

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "Read at most this much of each cluster: a whole number of KiB/s, MiB/s or GiB/s, at least 64KiB/s (default: no limit).")
    private @Nullable Long maxRate;

    @Option(
            names = "--detach",
            description = "Start the comparison, and do not follow it. Exit code 0 then means accepted.")
    private boolean detach;

    @Mixin
    private Patience patience = new Patience();

    @Override
    protected int run(SidecarClient client) {
        if (with == null || tables.isEmpty()) {
            throw wrong(
                    "Missing " + (with == null ? "--with" : "--table")
                            + " (expected: --with URI --table KEYSPACE.TABLE; or list, show, watch, pause, resume, cancel or delete)");
        }
        Comparison started = client.comparisons()
                .create(new ComparisonRequest(
                        with,
                        tables.stream()
                                .map(table -> table.keyspace() + "." + table.table())
                                .toList(),
                        range,
                        level,
                        asOf == null ? null : asOf.toString(),
                        maxRate));
        if (!detach) {
            global().shell().err().printf("Comparison %s%n", started.id());
            return CompareWatch.toTheEnd(this, client, started.id(), patience.duration());
        }
        print(started, () -> out().printf(
                        "Comparison %s%n  follow it:  %s compare watch %s%n",
                        started.id(), global().again(), started.id()));
        return ExitCodes.OK;
    }

    /** A command about one comparison. */
    abstract static class OfOne extends RemoteCommand {

        @Parameters(index = "0", paramLabel = "ID", description = "Id of the comparison.")
        private String id = "";

        final String id() {
            if (!id.matches("[0-9a-zA-Z-]+")) {
                throw wrong("'%s' is not the id of a comparison (see: compare list)".formatted(id));
            }
            return id;
        }

        final int answer(Comparison comparison) {
            print(comparison, () -> out().printf("%s %s%n", comparison.state(), comparison.id()));
            return ExitCodes.OK;
        }
    }

    @Command(name = "list", description = "List the comparisons that the sidecar at --url coordinates, newest first.")
    static final class Ls extends RemoteCommand {

        @Override
        protected int run(SidecarClient client) {
            ComparisonList list = client.comparisons().list();
            print(list, () -> CompareText.list(list, out()));
            return ExitCodes.OK;
        }
    }

    @Command(name = "show", description = "Show what a comparison has found, and the first rows that differ.")
    static final class Show extends OfOne {

        @Option(
                names = "--rows",
                description =
                        "Show all rows that are on record: the first 100 of each verdict in each table, at most 2,000. With --output json, print them instead of the comparison.")
        private boolean rows;

        @Override
        protected int run(SidecarClient client) {
            Comparison comparison = client.comparisons().get(id());
            CompareText text = new CompareText(client.comparisons(), out());
            if (rows && global().structured()) {
                print(text.everyRow(comparison), () -> {});
            } else {
                print(comparison, () -> text.show(comparison, rows));
            }
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "watch",
            description =
                    "Follow a comparison until it ends, however long it is paused. The exit code tells its result, as that of compare. Ctrl-C does not stop the comparison.")
    static final class Watch extends OfOne {

        @Mixin
        private Patience patience = new Patience();

        @Override
        protected int run(SidecarClient client) {
            return CompareWatch.toTheEnd(this, client, id(), patience.duration());
        }
    }

    @Command(name = "pause", description = "Pause a comparison until it is resumed.")
    static final class Halt extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            return answer(client.comparisons().pause(id()));
        }
    }

    @Command(name = "resume", description = "Resume a paused comparison where it stopped.")
    static final class Resume extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            return answer(client.comparisons().resume(id()));
        }
    }

    @Command(name = "cancel", description = "End a comparison. What it has found stays on record.")
    static final class Cancel extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            return answer(client.comparisons().cancel(id()));
        }
    }

    @Command(name = "delete", description = "Take a comparison that has ended off the record.")
    static final class Delete extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            client.comparisons().delete(id());
            if (!global().structured()) {
                out().println("Deleted comparison " + id());
            }
            return ExitCodes.OK;
        }
    }
}
