/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.Overlap;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstablePage;
import io.idaeus.api.sstable.SstablePageBuilder;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SstableQuery;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sstables",
        description = "List the SSTables of a table on the node, by first token. Unreadable ones come last.")
public final class SstablesCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "KEYSPACE.TABLE",
            converter = Converters.Table.class,
            description = "Table whose SSTables to list.")
    private TableRef table = new TableRef("", "");

    @Option(
            names = "--range",
            paramLabel = "LEFT:RIGHT",
            converter = Converters.Range.class,
            description =
                    "Token range (left, right]; repeatable (default: the whole ring). Without --overlap, lists the SSTables that overlap it.")
    private List<String> ranges = List.of();

    @Option(
            names = "--overlap",
            paramLabel = "contained|partial|none",
            description =
                    "List only SSTables that lie within the ranges of --range, partly within, or outside; repeatable (default: contained and partial).")
    private List<Overlap> overlap = List.of();

    @Option(
            names = "--snapshot",
            paramLabel = "TAG",
            description = "List the SSTables in this snapshot instead of the live ones.")
    private @Nullable String snapshot;

    @Option(names = "--limit", paramLabel = "N", description = "List only the first N SSTables (default: all).")
    private @Nullable Integer limit;

    @Option(names = "--full", description = "Print tokens with all digits. JSON always does.")
    private boolean full;

    @Override
    protected int run(SidecarClient client) {
        SstableQuery query = new SstableQuery(table.keyspace(), table.table(), ranges, snapshot, overlap, limit, null);
        SstablePage page = limit == null ? all(client, query) : client.sstables(query);
        print(page, () -> show(page));
        return ExitCodes.OK;
    }

    /** All pages as one. */
    private static SstablePage all(SidecarClient client, SstableQuery query) {
        SstablePage first = client.sstables(query);
        String next = first.next();
        if (next == null) {
            return first;
        }
        List<SstableInfo> rest = client.allSstables(query.after(next)).toList();
        return SstablePageBuilder.builder()
                .keyspace(first.keyspace())
                .table(first.table())
                .tableId(first.tableId())
                .definition(first.definition())
                .definitionUnknown(first.definitionUnknown())
                .unlisted(first.unlisted())
                .sstables(
                        Stream.concat(first.sstables().stream(), rest.stream()).toList())
                .total(first.total())
                .totalBytes(first.totalBytes())
                .next(null)
                .build();
    }

    private void show(SstablePage page) {
        Table listing = Table.of(
                "SSTABLE",
                ">SIZE",
                ">PARTITIONS",
                ">LEVEL",
                ">FIRST TOKEN",
                ">LAST TOKEN",
                "OVERLAP",
                ">SHARE",
                "NOTE");
        page.sstables().forEach(sstable -> row(listing, sstable));
        listing.print(out());
        page.sstables().forEach(this::explain);
        out().printf(
                        "%n%d of %d SSTables, %s in all%n",
                        page.sstables().size(), page.total(), Units.bytes(page.totalBytes()));
        if (page.total() == 0 && snapshot == null) {
            out().println("Rows in memtables are not listed. nodetool flush writes them to SSTables.");
        }
        doubts(page);
    }

    private void doubts(SstablePage page) {
        if (Boolean.TRUE.equals(page.unlisted())) {
            out().println("The snapshot has no manifest.json: SSTables may be missing. "
                    + "Transfers of it need --accept SNAPSHOT_UNPROVEN.");
        }
        if (page.definitionUnknown() != null) {
            out().printf(
                            "The schema of the snapshot is not known: %s%s%n",
                            Units.plain(page.definitionUnknown()),
                            page.definition() == null
                                    ? ""
                                    : ". Transfers of it need --accept SNAPSHOT_SCHEMA_UNKNOWN.");
        }
    }

    private void row(Table listing, SstableInfo sstable) {
        SstableStatistics statistics = sstable.statistics();
        SstableProblem problem = sstable.problem();
        listing.row(
                sstable.name(),
                Units.bytes(sstable.bytes()),
                statistics == null ? "-" : statistics.partitions(),
                statistics == null ? "-" : statistics.level(),
                statistics == null ? "-" : token(statistics.firstToken()),
                statistics == null ? "-" : token(statistics.lastToken()),
                Optional.ofNullable(sstable.overlap())
                        .map(lies -> lies.name().toLowerCase(Locale.ROOT))
                        .orElse("-"),
                Optional.ofNullable(sstable.estimatedShare())
                        .map(share -> String.format(Locale.ROOT, "%.1f %%", 100 * share))
                        .orElse("-"),
                problem != null ? problem.code() : statistics == null ? "" : note(statistics));
    }

    private void explain(SstableInfo sstable) {
        SstableProblem problem = sstable.problem();
        if (problem != null) {
            out().printf("%s: %s%n", sstable.name(), Units.plain(problem.detail()));
        }
    }

    private static String note(SstableStatistics statistics) {
        return statistics.pendingRepair() != null
                ? "pending repair"
                : statistics.repairedAt() != null ? "repaired" : "";
    }

    private String token(String token) {
        return full ? token : Units.token(token);
    }
}
