/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferList;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Patience;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.command.TableGlobs;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "transfer",
        description = "Start, follow and control transfers to the node.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            TransferStartCommand.class,
            TransferCommand.Plan.class,
            TransferCommand.Ls.class,
            TransferCommand.Show.class,
            TransferCommand.Watch.class,
            TransferCommand.Limit.class,
            TransferCommand.Halt.class,
            TransferCommand.Resume.class,
            TransferCommand.Cancel.class,
            TransferCommand.Delete.class
        })
public final class TransferCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing command (expected: start, plan, list, show, watch, limit, pause, resume, cancel or delete)");
    }

    /** A command about one transfer. */
    abstract static class OfOne extends RemoteCommand {

        @Parameters(index = "0", paramLabel = "ID", description = "Id of the transfer.")
        private String id = "";

        final String id() {
            if (!id.matches("[0-9a-zA-Z-]+")) {
                throw wrong("'%s' is not the id of a transfer (see: transfer list)".formatted(id));
            }
            return id;
        }
    }

    @Command(
            name = "plan",
            description =
                    "Show what a transfer would do; same as start --dry-run. The sources flush nothing and take no snapshot, so what start moves later may differ, for instance by rows that are only in memory now.")
    static final class Plan extends RemoteCommand {

        @Mixin
        private TransferOptions what = new TransferOptions();

        @Override
        protected int run(SidecarClient client) {
            return TransferPlanText.answer(this, client, what.request(new TableGlobs(client, this::wrong)));
        }
    }

    @Command(name = "list", description = "List transfers to the node, newest first.")
    static final class Ls extends RemoteCommand {

        @Option(
                names = "--state",
                paramLabel = "STATE",
                description = "List only transfers in this one state (not repeatable): ${COMPLETION-CANDIDATES}.")
        private @Nullable TransferState state;

        @Option(names = "--limit", paramLabel = "N", description = "List only the newest N transfers (default: 1000).")
        private @Nullable Integer limit;

        @Override
        protected int run(SidecarClient client) {
            TransferList list = client.transfers(state, limit);
            print(list, () -> show(list));
            return ExitCodes.OK;
        }

        private void show(TransferList list) {
            Table table = Table.of("ID", "STATE", "OUTCOME", ">DONE", ">SIZE", "TABLES", "CREATED");
            for (Transfer transfer : list.transfers()) {
                table.row(
                        transfer.id(),
                        transfer.state(),
                        Optional.ofNullable(transfer.outcome())
                                .map(outcome -> outcome.name().toLowerCase(Locale.ROOT))
                                .orElse("-"),
                        Units.percent(
                                transfer.progress().bytesFetched(),
                                transfer.progress().bytesTotal()),
                        Units.bytes(transfer.progress().bytesTotal()),
                        transfer.request().tables().stream()
                                .map(named -> named.keyspace() + "." + named.table())
                                .collect(Collectors.joining(", ")),
                        Units.instant(transfer.createdAt()));
            }
            table.print(out());
        }
    }

    @Command(name = "show", description = "Show the request, progress and result of a transfer.")
    static final class Show extends OfOne {

        @Option(
                names = "--sstables",
                description =
                        "List its SSTables: the first 50, below the transfer. With --output json, print all of them instead of the transfer.")
        private boolean sstables;

        @Override
        protected int run(SidecarClient client) {
            if (sstables && global().structured()) {
                print(TransferText.everySstable(client, id()), () -> {});
                return ExitCodes.OK;
            }
            Transfer transfer = client.transfer(id());
            print(transfer, () -> new TransferText(global()).show(transfer, client, sstables));
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "watch",
            description =
                    "Follow a transfer until it ends, however long it is paused. The exit code tells its result: 0 complete, 1 failed, 5 partial, 6 cancelled. Ctrl-C does not stop the transfer.")
    static final class Watch extends OfOne {

        @Mixin
        private Patience patience = new Patience();

        @Override
        protected int run(SidecarClient client) {
            return TransferWatch.toTheEnd(this, client, id(), patience.duration());
        }
    }

    @Command(
            name = "limit",
            description =
                    "Change the rate limit of a transfer that has not ended. It applies at once and survives a restart of the sidecar.")
    static final class Limit extends OfOne {

        @Parameters(
                index = "1",
                paramLabel = "RATE|none",
                description =
                        "New limit over all its sources: a whole number of KiB/s, MiB/s or GiB/s, at least 64KiB/s, for instance 100MiB/s. With none, only the receive limit of the node applies.")
        private String rate = "";

        @Override
        protected int run(SidecarClient client) {
            Transfer transfer = client.limitTransfer(id(), bytesPerSecond());
            print(transfer, () -> out().printf(
                            "%s %s %s%n",
                            transfer.id(),
                            transfer.state(),
                            transfer.maxRate() == null ? "no limit of its own" : Units.rate(transfer.maxRate())));
            return ExitCodes.OK;
        }

        private @Nullable Long bytesPerSecond() {
            try {
                return rate.equals("none") ? null : new Converters.Rate().convert(rate);
            } catch (TypeConversionException unclear) {
                throw wrong("RATE: " + unclear.getMessage() + ", or none");
            }
        }
    }

    @Command(
            name = "pause",
            description =
                    "Pause a transfer until it is resumed. Fetched files stay. Returns at once; a running import still completes, and if it is the last, the transfer ends.")
    static final class Halt extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            Transfer transfer = client.pauseTransfer(id());
            print(transfer, () -> out().printf("%s %s%n", transfer.state(), transfer.id()));
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "resume",
            description = "Resume a paused transfer where it stopped. It may be queued behind other transfers.")
    static final class Resume extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            Transfer transfer = client.resumeTransfer(id());
            print(transfer, () -> out().printf("%s %s%n", transfer.state(), transfer.id()));
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "cancel",
            description =
                    "Cancel a transfer. Fetched files are deleted; imported SSTables stay live. Returns at once; the running import of a table still completes, and if no other table is left to import, the transfer ends as if not cancelled, for instance COMPLETED.")
    static final class Cancel extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            Transfer transfer = client.cancelTransfer(id());
            print(transfer, () -> out().printf("%s %s%n", transfer.state(), transfer.id()));
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "delete",
            description =
                    "Take a transfer that has ended off the record, and delete what it left in staging. Imported SSTables stay live.")
    static final class Delete extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            client.deleteTransfer(id());
            if (!global().structured()) {
                out().println("Deleted transfer " + id());
            }
            return ExitCodes.OK;
        }
    }
}
