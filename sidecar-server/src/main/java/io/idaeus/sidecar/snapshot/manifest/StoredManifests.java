/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import io.idaeus.sidecar.snapshot.content.ManifestKey;
import io.idaeus.sidecar.snapshot.content.ManifestRecord;
import io.idaeus.sidecar.snapshot.content.SnapshotFile;
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

/** The finished manifests, on disk and in memory. {@link #find} takes no lock. */
public final class StoredManifests {
    private final JsonStore<ManifestRecord> store;
    private final ConcurrentMap<ManifestKey, Indexed> manifests = new ConcurrentHashMap<>();

    private record Indexed(ManifestRecord manifest, Map<String, ManifestRecord.Sstable> byName) {
        static Indexed of(ManifestRecord manifest) {
            Map<String, ManifestRecord.Sstable> byName = new HashMap<>();
            manifest.sstables().forEach(sstable -> byName.put(sstable.name(), sstable));
            return new Indexed(manifest, byName);
        }
    }

    public StoredManifests(JsonStore<ManifestRecord> store) {
        this.store = store;
        store.loadAll().values().forEach(manifest -> manifests.put(ManifestKey.of(manifest), Indexed.of(manifest)));
    }

    void put(ManifestRecord manifest) {
        ManifestKey key = ManifestKey.of(manifest);
        store.put(key.storeName(), manifest);
        manifests.put(key, Indexed.of(manifest));
    }

    Optional<ManifestRecord> get(ManifestKey key) {
        return Optional.ofNullable(manifests.get(key)).map(Indexed::manifest);
    }

    ManifestRecord.@Nullable Sstable sstable(ManifestKey key, String name) {
        Indexed manifest = manifests.get(key);
        return manifest == null ? null : manifest.byName.get(name);
    }

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

    Optional<ServedSstable> served(ManifestKey key, String name) {
        ManifestRecord.Sstable found = sstable(key, name);
        ManifestRecord.Component data = found == null ? null : found.component("Data.db");
        return found == null || data == null
                ? Optional.empty()
                : Optional.of(new ServedSstable(
                        Path.of(found.directory()),
                        found.name(),
                        found.components().stream()
                                .map(ManifestRecord.Component::name)
                                .collect(Collectors.toSet()),
                        data.bytes()));
    }

    Set<String> tags() {
        return manifests.keySet().stream().map(ManifestKey::tag).collect(Collectors.toSet());
    }

    void remove(ManifestKey key) {
        if (manifests.remove(key) != null) {
            store.delete(key.storeName());
        }
    }

    void drop(String tag) {
        for (ManifestKey key : manifests.keySet()) {
            if (key.tag().equals(tag)) {
                remove(key);
            }
        }
    }
}
