/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.name.Descriptor;
import io.idaeus.sidecar.sstable.statistics.HeaderSection;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * SSTables that listings read, valid until a file's stamp changes. Evicts the least recently used, and any under
 * memory pressure. Thread-safe.
 */
final class EntryCache {
    private static final int SCHEMAS = 1000;

    private record Key(Path directory, Descriptor descriptor) {}

    private static final class Cached extends SoftReference<SstableEntry> {
        private final Key key;

        Cached(Key key, SstableEntry entry, ReferenceQueue<SstableEntry> collected) {
            super(entry, collected);
            this.key = key;
        }
    }

    private final Map<Key, Cached> entries;
    private final ReferenceQueue<SstableEntry> collected = new ReferenceQueue<>();
    // SSTables of one table mostly have equal headers.
    private final Map<HeaderSection, HeaderSection> headers;

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

    /** Null if unknown or changed. */
    synchronized @Nullable SstableEntry get(FoundSstable sstable) {
        Cached cached = entries.get(new Key(sstable.directory(), sstable.descriptor()));
        SstableEntry entry = cached == null ? null : cached.get();
        boolean same = entry != null
                && sstable.notFiles().isEmpty()
                && entry.components().equals(sstable.components());
        return same ? entry : null;
    }

    synchronized void put(SstableEntry entry) {
        removeCollected();
        Key key = new Key(entry.directory(), entry.descriptor());
        entries.put(key, new Cached(key, entry, collected));
    }

    private void removeCollected() {
        for (Reference<?> one = collected.poll(); one != null; one = collected.poll()) {
            if (one instanceof Cached cached) {
                entries.remove(cached.key, cached);
            }
        }
    }

    synchronized SstableMetadata shared(SstableMetadata metadata) {
        HeaderSection header = Objects.requireNonNullElse(
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
