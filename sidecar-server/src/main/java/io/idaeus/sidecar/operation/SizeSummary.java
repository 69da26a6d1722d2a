/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.api.keyspace.TableSizesBuilder;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.sidecar.cassandra.node.LightweightTransactions;
import io.idaeus.sidecar.cassandra.node.LocalTable;
import io.idaeus.sidecar.cassandra.schema.HeaderTypes;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.description.SstableViews;
import io.idaeus.sidecar.problem.UnreadableFiles;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.LiveSstables;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.index.RangeSizes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many bytes this node holds, and what refuses their transfer, from the files of its live SSTables. */
record SizeSummary(SstableCatalog catalog, LightweightTransactions transactions, SchemaReader schemas) {
    KeyspaceSizes of(String keyspace, List<TokenRange> ranges, List<LocalTable> tables) {
        Optional<Set<String>> read = transactions.tableIds();
        Set<String> transacted = read.orElse(Set.of());
        Map<String, HeaderTypes> types = schemas.headerTypes(keyspace);
        return new KeyspaceSizes(
                keyspace,
                ranges.stream().map(TokenRange::toString).toList(),
                tables.stream()
                        .map(table -> sizes(
                                table,
                                ranges,
                                transacted,
                                types.get(table.name().table())))
                        .toList(),
                read.isPresent());
    }

    private TableSizes sizes(
            LocalTable table, List<TokenRange> ranges, Set<String> transacted, @Nullable HeaderTypes types) {
        RangeSizes sizes = new RangeSizes(ranges);
        double largestSpan = 0;
        long total = 0;
        List<SstableEntry> live = live(table);
        for (SstableEntry sstable : live) {
            total += sstable.size();
            // One that cannot be read may hold any token: it counts in the total alone.
            if (sstable instanceof ReadableSstable readable) {
                sizes.add(readable.metadata().profile(), readable.size());
                largestSpan = Math.max(
                        largestSpan, RangeSizes.span(readable.metadata().profile()));
            }
        }
        return TableSizesBuilder.builder()
                .table(table.name().table())
                .bytes(sizes.bytes())
                .totalBytes(total)
                .sstables(live.size())
                .largestSpan(largestSpan)
                .strategy(table.compactionStrategy())
                .lightweightTransactions( // Where the table is not known, any may be it.
                        table.id().map(transacted::contains).orElse(!transacted.isEmpty()))
                .findings(types == null ? null : findings(live, types))
                .build();
    }

    private List<SstableFinding> findings(List<SstableEntry> live, HeaderTypes types) {
        LiveSstables looked = new LiveSstables(
                types.header(), types.droppedColumns(), ReleaseVersion.parse(schemas.releaseVersion()));
        live.forEach(sstable -> looked.add(SstableViews.info(sstable, TokenRanges.fullRing())));
        return looked.findings();
    }

    private List<SstableEntry> live(LocalTable table) {
        try {
            return catalog.live(table.directories());
        } catch (IOException e) {
            throw UnreadableFiles.problem(table.directories(), e);
        }
    }
}
