/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The finished manifests of live snapshots, on disk and in memory. Looking a file up takes no lock. */
final class ManifestShelf {
    private final JsonStore<ManifestRecord> store;
    private final ConcurrentMap<ManifestKey, Shelved> shelved = new ConcurrentHashMap<>();

    private record Shelved(ManifestRecord manifest, Map<String, ManifestRecord.Sstable> byName) {
        static Shelved of(ManifestRecord manifest) {
            Map<String, ManifestRecord.Sstable> byName = new HashMap<>();
            manifest.sstables().forEach(sstable -> byName.put(sstable.name(), sstable));
            return new Shelved(manifest, byName);
        }
    }

    ManifestShelf(JsonStore<ManifestRecord> store) {
        this.store = store;
        store.loadAll().values().forEach(manifest -> shelved.put(ManifestKey.of(manifest), Shelved.of(manifest)));
    }

    void put(ManifestRecord manifest) {
        ManifestKey key = ManifestKey.of(manifest);
        store.put(key.storeName(), manifest);
        shelved.put(key, Shelved.of(manifest));
    }

    Optional<ManifestRecord> get(ManifestKey key) {
        return Optional.ofNullable(shelved.get(key)).map(Shelved::manifest);
    }

    /** What is proven of an SSTable. */
    ManifestRecord.@Nullable Sstable sstable(ManifestKey key, String name) {
        Shelved manifest = shelved.get(key);
        return manifest == null ? null : manifest.byName.get(name);
    }

    /** The file of a component; the path is the one that was found on disk. */
    Optional<SnapshotFile> find(ManifestKey key, String sstable, String component) {
        ManifestRecord.Sstable found = sstable(key, sstable);
        ManifestRecord.Component proven = found == null ? null : found.component(component);
        return found == null || proven == null
                ? Optional.empty()
                : Optional.of(new SnapshotFile(
                        Path.of(found.directory(), found.name() + "-" + proven.name()),
                        proven.bytes(),
                        proven.crc32()));
    }

    Set<String> tags() {
        return shelved.keySet().stream().map(ManifestKey::tag).collect(Collectors.toSet());
    }

    void remove(ManifestKey key) {
        if (shelved.remove(key) != null) {
            store.delete(key.storeName());
        }
    }

    /** From when this returns nothing of the snapshot is found any more. */
    void drop(String tag) {
        for (ManifestKey key : shelved.keySet()) {
            if (key.tag().equals(tag)) {
                remove(key);
            }
        }
    }
}
