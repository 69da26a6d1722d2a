/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What listings found, until a file changes: its inode, size or time. Bounded, the least recently used go first; and
 * those go that nobody holds any more when memory runs short.
 */
final class EntryCache {
    private static final int SCHEMAS = 1000;

    private record Key(Path directory, Descriptor descriptor) {}

    private static final class Kept extends SoftReference<SstableEntry> {
        private final Key key;

        Kept(Key key, SstableEntry entry, ReferenceQueue<SstableEntry> gone) {
            super(entry, gone);
            this.key = key;
        }
    }

    private final Map<Key, Kept> entries;
    private final ReferenceQueue<SstableEntry> gone = new ReferenceQueue<>();
    /** SSTables of a table mostly have equal headers: kept once, not once for each. */
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

    /** The entry for exactly these files, if it is known. */
    synchronized @Nullable SstableEntry get(FoundSstable sstable) {
        Kept kept = entries.get(new Key(sstable.directory(), sstable.descriptor()));
        SstableEntry entry = kept == null ? null : kept.get();
        boolean same = entry != null
                && sstable.notFiles().isEmpty()
                && entry.components().equals(sstable.components());
        return same ? entry : null;
    }

    synchronized void put(SstableEntry entry) {
        forgetGone();
        Key key = new Key(entry.directory(), entry.descriptor());
        entries.put(key, new Kept(key, entry, gone));
    }

    private void forgetGone() {
        for (Reference<?> one = gone.poll(); one != null; one = gone.poll()) {
            if (one instanceof Kept kept) {
                entries.remove(kept.key, kept);
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
