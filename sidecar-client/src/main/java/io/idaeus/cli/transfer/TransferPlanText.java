/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.Finding;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferSstable.Part;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the plan of a transfer as text. */
final class TransferPlanText {

    private static final int SSTABLES_SHOWN = 50;
    private static final String FLUSHED_BY_START =
            " A plan does not flush; start does, so that it also moves rows that are only in memory now.";

    private TransferPlanText() {}

    /** Prints the plan; the exit code says whether it refuses the transfer. */
    static int answer(RemoteCommand command, SidecarClient client, TransferRequest request) {
        TransferPlan plan = client.planTransfer(request);
        command.print(plan, () -> {
            show(plan, command.out());
            if (plan.sstables().isEmpty() && !plan.refused()) {
                command.out().println("Nothing to move." + (flushes(request) ? FLUSHED_BY_START : ""));
            }
        });
        return plan.refused() ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private static void show(TransferPlan plan, PrintStream out) {
        sstables(plan.sstables(), out);
        out.println();
        findings(plan.findings(), out);
        out.printf(
                "%s: %s in %d files; staging needs %s and has %s%n",
                plan.refused() ? "REFUSED" : "ACCEPTED",
                Units.bytes(plan.bytesTotal()),
                plan.filesTotal(),
                Units.bytes(plan.bytesRequired()),
                Units.bytes(plan.bytesFree()));
    }

    private static boolean flushes(TransferRequest request) {
        return request.snapshot() == null && !Boolean.TRUE.equals(request.skipFlush());
    }

    static void findings(List<Finding> findings, PrintStream out) {
        for (Finding finding : findings) {
            out.printf(
                    "%s %s, %s%n  %s%n",
                    finding.code(), severity(finding), Units.plain(finding.subject()), Units.plain(finding.detail()));
            if (!finding.remedy().isBlank()) {
                out.printf("  %s%n", Units.plain(finding.remedy()));
            }
        }
        if (!findings.isEmpty()) {
            out.println();
        }
    }

    static void sstables(List<TransferSstable> sstables, PrintStream out) {
        Table listing = Table.of("SSTABLE", "TABLE", "FROM", ">SIZE", "PART", "STATE", "REASON");
        sstables.stream()
                .limit(SSTABLES_SHOWN)
                .forEach(sstable -> listing.row(
                        sstable.name(),
                        sstable.keyspace() + "." + sstable.table(),
                        sstable.sourceHostId(),
                        Units.bytes(sstable.bytes()),
                        part(sstable),
                        sstable.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        Optional.ofNullable(sstable.reason()).orElse("")));
        listing.print(out);
        if (sstables.size() > SSTABLES_SHOWN) {
            out.printf("and %d more; --output json prints all%n", sstables.size() - SSTABLES_SHOWN);
        }
    }

    // "slice, 6 %"
    private static String part(TransferSstable sstable) {
        Part part = sstable.part();
        Long all = sstable.sourceBytes();
        if (part == null) {
            return "";
        }
        String name = part.name().toLowerCase(Locale.ROOT);
        return all == null || all == 0
                ? name
                : "%s, %s %%".formatted(name, Math.max(1, Math.round(100.0 * sstable.bytes() / all)));
    }

    private static String severity(Finding finding) {
        return switch (finding.severity()) {
            case REFUSE -> "refuses the transfer";
            case REFUSE_UNLESS_ACCEPTED -> "refuses the transfer unless --accept " + finding.code();
            case EXCLUDE -> "excludes it";
            case NOTE -> "(note)";
        };
    }
}
