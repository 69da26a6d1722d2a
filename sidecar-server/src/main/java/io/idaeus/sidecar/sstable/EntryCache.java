/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What listings found, until a file changes: its inode, size or time. Bounded, the least recently used go first. */
final class EntryCache {
    private static final int SCHEMAS = 1000;

    private record Key(Path directory, SstableName name) {}

    private final Map<Key, SstableEntry> entries;
    /** SSTables of a table mostly have equal headers: kept once, not once for each. */
    private final Map<SerializationHeader, SerializationHeader> headers;

    EntryCache(int capacity) {
        this.entries = bounded(capacity);
        this.headers = bounded(SCHEMAS);
    }

    private static <K, V> Map<K, V> bounded(int capacity) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > capacity;
            }
        };
    }

    /** The entry for exactly these files, if it is known. */
    synchronized @Nullable SstableEntry get(FoundSstable sstable) {
        SstableEntry entry = entries.get(new Key(sstable.directory(), sstable.name()));
        boolean same = entry != null
                && sstable.notFiles().isEmpty()
                && entry.components().equals(sstable.components());
        return same ? entry : null;
    }

    synchronized void put(SstableEntry entry) {
        entries.put(new Key(entry.directory(), entry.name()), entry);
    }

    synchronized SstableMetadata shared(SstableMetadata metadata) {
        SerializationHeader header = Objects.requireNonNullElse(
                headers.putIfAbsent(metadata.header(), metadata.header()), metadata.header());
        return new SstableMetadata(
                metadata.firstKey(),
                metadata.lastKey(),
                metadata.profile(),
                metadata.statistics(),
                header,
                metadata.compression());
    }
}
