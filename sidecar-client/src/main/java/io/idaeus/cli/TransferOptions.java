/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferRequest.CorruptPolicy;
import io.idaeus.api.TransferRequest.PartialOverlapPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to transfer; shared by start and plan. */
final class TransferOptions {

    @Option(
            names = "--source",
            paramLabel = "URI",
            split = ",",
            required = true,
            description = "Address of a sidecar to pull from; repeatable, or several with commas.")
    private List<String> sources = List.of();

    @Option(
            names = "--table",
            paramLabel = "KEYSPACE.TABLE",
            required = true,
            converter = Converters.Table.class,
            description = "Table to transfer, which must exist here with the same schema; repeatable.")
    private List<TableRef> tables = List.of();

    @Option(
            names = "--range",
            paramLabel = "LEFT:RIGHT",
            converter = Converters.Range.class,
            description =
                    "Token range (left, right] to transfer; repeatable (default: the ranges that this node owns).")
    private List<String> ranges = List.of();

    @Option(
            names = "--snapshot",
            paramLabel = "TAG",
            description = "Take SSTables from this existing snapshot at the sources (default: a new, leased snapshot).")
    private @Nullable String snapshot;

    @Option(names = "--skip-flush", description = "Do not flush the sources' memtables first.")
    private boolean skipFlush;

    @Option(
            names = "--on-partial-overlap",
            paramLabel = "include|exclude",
            description =
                    "SSTables that extend beyond the ranges: import them whole, after which nodetool cleanup is due,"
                            + " or leave them out (default: exclude).")
    private @Nullable PartialOverlapPolicy onPartialOverlap;

    @Option(
            names = "--on-corrupt",
            paramLabel = "hold-back|continue",
            converter = Converters.OnCorrupt.class,
            description = "SSTables that overlap one that is corrupt at its source: do not import them, or import them"
                    + " anyway (default: hold-back).")
    private @Nullable CorruptPolicy onCorrupt;

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description = "Accept this finding, so that it does not refuse the transfer; repeatable.")
    private List<String> accept = List.of();

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Open this many connections to each source (default: the sidecar's configuration).")
    private @Nullable Integer connectionsPerSource;

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "Limit receiving to this rate, for instance 100MiB/s (default: only the limit of the node).")
    private @Nullable Long maxRate;

    @Mixin
    private ImportFlags flags = new ImportFlags();

    TransferRequest request() {
        return TransferRequest.builder(sources.stream().map(SourceRef::at).toList(), tables)
                .ranges(ranges.isEmpty() ? null : ranges)
                .snapshot(snapshot)
                .skipFlush(skipFlush ? Boolean.TRUE : null)
                .onPartialOverlap(onPartialOverlap)
                .onCorrupt(onCorrupt)
                .accept(accept.isEmpty() ? null : accept)
                .importOptions(flags.options(false))
                .connectionsPerSource(connectionsPerSource)
                .maxRate(maxRate)
                .build();
    }
}
