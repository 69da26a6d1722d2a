/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.Transfer.PhaseTime;
import io.idaeus.api.transfer.Transfer.SstableCounts;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferSstable.State;
import io.idaeus.api.transfer.TransferSstablePage;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.GlobalOptions;
import io.idaeus.cli.output.Units;
import io.idaeus.cli.output.Waiting;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints a transfer as text. */
final class TransferText {

    private static final Set<State> AS_PLANNED = Set.of(State.PLANNED, State.FETCHED, State.IMPORTED);

    private final GlobalOptions global;
    private final PrintStream out;

    TransferText(GlobalOptions global) {
        this.global = global;
        this.out = global.shell().out();
    }

    /** Prints the request and the progress. */
    void show(Transfer transfer, SidecarClient client, boolean withSstables) {
        out.printf("Transfer %s%n", transfer.id());
        line("Tables", tables(transfer.request().tables()));
        line("Sources", transfer.sources().stream().map(TransferText::source).collect(Collectors.joining(", ")));
        List<String> ranges = transfer.request().ranges();
        line("Ranges", ranges == null ? "all that this node owns" : String.join(", ", ranges));
        if (transfer.maxRate() != null) {
            line("Limit", Units.rate(transfer.maxRate()));
        }
        line("Since", Units.instant(transfer.since()) + attempts(transfer));
        summary(transfer, client);
        if (withSstables) {
            out.println();
            TransferPlanText.sstables(client.allTransferSstables(transfer.id()).toList(), out);
        }
    }

    /** Prints the result. */
    void ended(Transfer transfer, SidecarClient client) {
        out.printf("Transfer %s%n", transfer.id());
        summary(transfer, client);
    }

    /** All pages of the SSTables as one. */
    static TransferSstablePage everySstable(SidecarClient client, String id) {
        List<TransferSstable> all = client.allTransferSstables(id).toList();
        return new TransferSstablePage(all, all.size(), null);
    }

    private void summary(Transfer transfer, SidecarClient client) {
        line("State", state(transfer));
        waiting(transfer.waiting());
        line("SSTables", counts(transfer.sstables()));
        line("Bytes", bytes(transfer.progress()));
        line("Rate", rate(transfer));
        line("Time", phases(transfer.phases()));
        if (!transfer.findings().isEmpty()) {
            out.println();
            TransferPlanText.findings(transfer.findings(), out);
        }
        notAsPlanned(transfer, client);
        transfer.cleanupDue().forEach(this::cleanupDue);
        problem(transfer);
    }

    private void waiting(@Nullable TransferWait waiting) {
        if (waiting != null) {
            line(
                    "Waiting",
                    "%s, since %s, checked %d times"
                            .formatted(Waiting.cause(waiting), Units.instant(waiting.since()), waiting.attempts()));
            line("For", Units.plain(waiting.detail()));
            line("Remedy", Units.plain(waiting.remedy()));
        }
    }

    private void notAsPlanned(Transfer transfer, SidecarClient client) {
        if (transfer.sstables().failed() + transfer.sstables().heldBack() > 0) {
            out.println();
            TransferPlanText.sstables(
                    client.allTransferSstables(transfer.id())
                            .filter(sstable ->
                                    !AS_PLANNED.contains(sstable.state()) && sstable.state() != State.EXCLUDED)
                            .toList(),
                    out);
        }
    }

    private void cleanupDue(TableRef table) {
        out.printf(
                "CLEANUP DUE: nodetool cleanup %s %s, then: %s table %1$s.%2$s --cleanup-done%n",
                table.keyspace(), table.table(), global.again());
    }

    private void problem(Transfer transfer) {
        Problem problem = transfer.problem();
        if (problem == null) {
            return;
        }
        out.println(Units.plain(problem.title()));
        // The findings above are the detail of a plan that is refused.
        boolean said = problem.type().equals(ProblemType.PLAN_REFUSED.uri())
                && !transfer.findings().isEmpty();
        if (!said) {
            out.printf("  %s%n", Units.plain(problem.detail()));
        }
    }

    private void line(String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            out.printf("  %-9s %s%n", name, value);
        }
    }

    private String state(Transfer transfer) {
        String outcome = transfer.outcome() == null
                ? ""
                : ", " + transfer.outcome().name().toLowerCase(Locale.ROOT);
        String colour = ExitCodes.of(transfer) == ExitCodes.OK ? "green" : "red";
        String state = transfer.state() + outcome;
        String coloured =
                transfer.state().isFinal() ? global.ansi().string("@|%s %s|@".formatted(colour, state)) : state;
        // Where there is a problem, its detail says the same.
        return transfer.reason() == null || transfer.problem() != null
                ? coloured
                : coloured + ": " + Units.plain(transfer.reason());
    }

    private static String attempts(Transfer transfer) {
        return transfer.attempts() > 1 ? ", attempt " + transfer.attempts() : "";
    }

    private static String counts(SstableCounts counts) {
        String text =
                "%d planned, %d fetched, %d imported".formatted(counts.planned(), counts.fetched(), counts.imported());
        return text
                + some(counts.failed(), "failed")
                + some(counts.heldBack(), "held back")
                + some(counts.excluded(), "excluded")
                + some(counts.earlier(), "imported earlier");
    }

    private static String some(int count, String what) {
        return count == 0 ? "" : ", %d %s".formatted(count, what);
    }

    private static String bytes(TransferProgress progress) {
        String text = "%s of %s in %d of %d files"
                .formatted(
                        Units.bytes(progress.bytesFetched()),
                        Units.bytes(progress.bytesTotal()),
                        progress.filesFetched(),
                        progress.filesTotal());
        return progress.bytesResumed() == 0
                ? text
                : text + "; %s resumed".formatted(Units.bytes(progress.bytesResumed()));
    }

    /** Bytes pulled by the time spent pulling. */
    private static @Nullable String rate(Transfer transfer) {
        double pulling = transfer.phases().stream()
                .filter(time -> time.phase() == TransferState.PULLING)
                .mapToDouble(PhaseTime::seconds)
                .sum();
        long pulled = transfer.progress().bytesFetched() - transfer.progress().bytesResumed();
        return pulling <= 0 || pulled <= 0 ? null : Units.rate(pulled / pulling);
    }

    private static String phases(List<PhaseTime> phases) {
        return phases.stream()
                .map(time -> time.phase().name().toLowerCase(Locale.ROOT) + " " + Units.seconds(time.seconds()))
                .collect(Collectors.joining(", "));
    }

    private static String source(Transfer.SourceStatus source) {
        String pinned = source.hostId() == null ? "" : " (%s)".formatted(source.hostId());
        return Units.plain(source.uri()) + pinned + connections(source.connections());
    }

    private static String connections(@Nullable Integer number) {
        return number == null ? "" : number == 1 ? " over 1 connection" : " over %d connections".formatted(number);
    }

    private static String tables(List<TableRef> tables) {
        return tables.stream()
                .map(table -> table.keyspace() + "." + table.table())
                .collect(Collectors.joining(", "));
    }
}
