/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * SSTables that earlier transfers of a plan imported. An offered one is among them where Data.db is the same, and what is
 * wanted of it was brought.
 */
public final class ImportedSstables {
    private static final String DATA = "Data.db";

    private record Key(String hostId, TableRef table, String tableId, String name, String crc32) {}

    private final Map<Key, TokenRanges> brought = new HashMap<>();
    // Many SSTables share one.
    private final Map<List<String>, TokenRanges> parsed = new ConcurrentHashMap<>();

    /** @param indexes of the imported SSTables in the selection */
    public void add(Selection selection, List<Integer> indexes) {
        Map<TableRef, String> ids = new HashMap<>();
        selection.tables().forEach(table -> ids.put(table.ref(), table.id()));
        for (int index : indexes) {
            SelectedSstable sstable = selection.sstables().get(index);
            String id = ids.getOrDefault(sstable.table(), "");
            TokenRanges ranges = ranges(selection.slicedTo(sstable));
            for (String crc32 : crc32(sstable.components())) {
                brought.merge(
                        new Key(sstable.sourceHostId(), sstable.table(), id, sstable.name(), crc32),
                        ranges,
                        ImportedSstables::union);
            }
        }
    }

    // The table's id counts: what went into a table that was dropped since has gone with it.
    boolean contains(
            String hostId,
            Destination.Table table,
            String name,
            List<ManifestComponent> components,
            @Nullable SlicedTable slice) {
        return crc32(components).stream()
                .flatMap(crc32 -> Stream.ofNullable(brought.get(new Key(hostId, table.ref(), table.id(), name, crc32))))
                .anyMatch(known -> known.containsAll(ranges(slice)));
    }

    // All ranges for an SSTable that moves whole.
    private TokenRanges ranges(@Nullable SlicedTable slice) {
        return slice == null
                ? TokenRanges.fullRing()
                : parsed.computeIfAbsent(
                        slice.ranges(),
                        ranges -> TokenRanges.of(
                                ranges.stream().map(TokenRange::parse).toList()));
    }

    private static TokenRanges union(TokenRanges one, TokenRanges other) {
        return one.equals(other)
                ? one
                : TokenRanges.of(Stream.of(one, other)
                        .flatMap(each -> each.ranges().stream())
                        .toList());
    }

    // None in a dry run.
    private static List<String> crc32(List<ManifestComponent> components) {
        return components.stream()
                .filter(component -> component.name().equals(DATA))
                .map(ManifestComponent::crc32)
                .filter(crc32 -> !crc32.isEmpty())
                .toList();
    }
}
