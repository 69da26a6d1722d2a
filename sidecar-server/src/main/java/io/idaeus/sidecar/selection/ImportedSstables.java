/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.ManifestComponent;
import io.idaeus.api.TableRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SSTables that earlier transfers of a plan imported. They are the same as offered ones where Data.db is the same, and what
 * was cut of it.
 */
public final class ImportedSstables {
    private static final String DATA = "Data.db";

    private record Key(String hostId, TableRef table, String tableId, String name, String crc32, List<String> ranges) {}

    private final Set<Key> keys = new HashSet<>();

    /** @param indexes of the imported SSTables in the selection */
    public void add(Selection selection, List<Integer> indexes) {
        Map<TableRef, String> ids = new HashMap<>();
        selection.tables().forEach(table -> ids.put(table.ref(), table.id()));
        for (int index : indexes) {
            SelectedSstable sstable = selection.sstables().get(index);
            String id = ids.getOrDefault(sstable.table(), "");
            List<String> ranges = ranges(selection.slicedTo(sstable));
            for (String crc32 : crc32(sstable.components())) {
                keys.add(new Key(sstable.sourceHostId(), sstable.table(), id, sstable.name(), crc32, ranges));
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
                .anyMatch(crc32 -> keys.contains(new Key(hostId, table.ref(), table.id(), name, crc32, ranges(slice))));
    }

    // None of an SSTable that moves whole.
    private static List<String> ranges(@Nullable SlicedTable slice) {
        return slice == null ? List.of() : slice.ranges();
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
