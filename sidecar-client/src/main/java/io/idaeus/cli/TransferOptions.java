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
            description = "The control plane of a sidecar to pull from; repeatable, or several with commas.")
    private List<String> sources = List.of();

    @Option(
            names = "--table",
            paramLabel = "KEYSPACE.TABLE",
            required = true,
            converter = Converters.Table.class,
            description = "A table; it must exist here with the same schema. Repeatable.")
    private List<TableRef> tables = List.of();

    @Option(
            names = "--range",
            paramLabel = "LEFT:RIGHT",
            converter = Converters.Range.class,
            description = "(left, right]; repeatable. What the destination owns where not given.")
    private List<String> ranges = List.of();

    @Option(
            names = "--snapshot",
            paramLabel = "TAG",
            description = "An existing snapshot at the sources; a new one, leased, where not given.")
    private @Nullable String snapshot;

    @Option(names = "--skip-flush", description = "Leave out what is only in the sources' memory.")
    private boolean skipFlush;

    @Option(
            names = "--on-partial-overlap",
            paramLabel = "include|exclude",
            description = "SSTables that reach beyond the ranges: import them whole (nodetool cleanup is due"
                    + " afterwards), or leave them; exclude where not given.")
    private @Nullable PartialOverlapPolicy onPartialOverlap;

    @Option(
            names = "--on-corrupt",
            paramLabel = "hold-back|continue",
            converter = Converters.OnCorrupt.class,
            description = "SSTables that overlap one that is corrupt at its source: hold them back, or import them all"
                    + " the same; hold-back where not given.")
    private @Nullable CorruptPolicy onCorrupt;

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description = "A finding of the plan that shall not refuse the transfer; repeatable.")
    private List<String> accept = List.of();

    @Option(names = "--connections", paramLabel = "N", description = "To each source; the sidecar's default otherwise.")
    private @Nullable Integer connectionsPerSource;

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "What it may receive, for instance 100MiB/s; as much as the node where not given.")
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
