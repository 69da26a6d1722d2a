/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.CorruptPolicy;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.TableGlobs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for what to transfer; shared by start and plan. */
final class TransferOptions {

    @Option(
            names = "--source",
            paramLabel = "URI",
            split = ",",
            required = true,
            converter = Converters.AddressText.class,
            description = {
                "Address of a source's sidecar; repeatable, or several with commas (required).",
                "For instance http://10.0.0.1:9043."
            })
    private List<String> sources = List.of();

    @Option(
            names = "--table",
            paramLabel = "KEYSPACE.TABLE",
            required = true,
            converter = Converters.Tables.class,
            description = {
                "Table to transfer, which must exist on the node with the same schema; repeatable (required).",
                "Or a pattern, quoted, for instance 'shop.*': all tables of the node that match. Patterns for keyspaces leave out Cassandra's own."
            })
    private List<TableRef> tables = List.of();

    @Option(
            names = "--range",
            paramLabel = "LEFT:RIGHT",
            converter = Converters.Range.class,
            description = "Token range (left, right] to transfer; repeatable (default: the ranges that the node owns).")
    private List<String> ranges = List.of();

    @Option(
            names = "--snapshot",
            paramLabel = "TAG",
            description =
                    "Take SSTables from this existing snapshot at every source (default: a new, leased snapshot).")
    private @Nullable String snapshot;

    @Option(
            names = "--base",
            paramLabel = "TAG",
            description =
                    "Leave out the SSTables that are in this snapshot of every source, because an earlier transfer brought them."
                            + " SSTables that a compaction has written since then are transferred (default: none).")
    private @Nullable String base;

    @Option(
            names = "--skip-flush",
            description =
                    "Do not flush the sources' memtables first. Rows that are only in memory are then not transferred."
                            + " No effect with --snapshot, or where only the plan is printed.")
    private boolean skipFlush;

    @Option(
            names = "--on-partial-overlap",
            paramLabel = "slice|include|exclude",
            description =
                    "SSTables that extend beyond the ranges: move exactly their rows within the ranges, exclude them, so that"
                            + " the result is partial, or import them whole without the token check, so that nodetool"
                            + " cleanup may be due (default: slice).")
    private @Nullable PartialOverlapPolicy onPartialOverlap;

    @Option(
            names = "--on-corrupt",
            paramLabel = "hold-back|continue",
            converter = Converters.OnCorrupt.class,
            description =
                    "SSTables that overlap one that is corrupt at its source: do not import them, or import them although"
                            + " deleted rows may reappear (default: hold-back).")
    private @Nullable CorruptPolicy onCorrupt;

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description =
                    "Accept the finding with this code; repeatable, or several with commas. Only codes that transfer plan"
                            + " prints with \"unless --accept\" can be accepted.")
    private List<String> accept = List.of();

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Open this many connections to each source, 1 to 64 (default: as the sidecar is configured).")
    private @Nullable Integer connectionsPerSource;

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "Limit the transfer to this rate over all sources: a whole number of KiB/s, MiB/s or GiB/s, at least 64KiB/s,"
                            + " for instance 100MiB/s (default: only the node's receive limit).")
    private @Nullable Long maxRate;

    @Option(
            names = "--compression",
            paramLabel = "off|zstd",
            description =
                    "Compress files above 1 MiB on the network: never, or always (default: as the sidecar is configured).")
    private TransferRequest.@Nullable Compression compression;

    @Option(
            names = "--verify",
            negatable = true,
            description =
                    "Let Cassandra compare Data.db with its digest (default: no). The transfer compares every byte"
                            + " with the source's checksums in any case.")
    private @Nullable Boolean verify;

    @Mixin
    private ImportFlags flags = new ImportFlags();

    private SourceRef source(String uri) {
        return new SourceRef(uri, null, null, null, base);
    }

    /** @param globs resolves tables that are named by patterns */
    TransferRequest request(TableGlobs globs) {
        List<TableRef> resolved = globs.resolve(tables);
        return TransferRequest.builder(sources.stream().map(this::source).toList(), resolved)
                .ranges(ranges.isEmpty() ? null : ranges)
                .snapshot(snapshot)
                .skipFlush(skipFlush ? Boolean.TRUE : null)
                .onPartialOverlap(onPartialOverlap)
                .onCorrupt(onCorrupt)
                .accept(accept.isEmpty() ? null : accept)
                .importOptions(flags.options(false, verify))
                .connectionsPerSource(connectionsPerSource)
                .maxRate(maxRate)
                .compression(compression)
                .build();
    }
}
