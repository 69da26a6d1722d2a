/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** @param id of the table, 32 hex digits; null where the directory's name has none */
public record SnapshotDirectory(
        String tag, String keyspace, String table, @Nullable String id, Path path) {
    /** @throws IllegalStateException where the id is not known */
    public String tableId() {
        return Optional.ofNullable(id).orElseThrow(() -> new IllegalStateException("which table's is " + path));
    }

    /** @param current id of the table of that name, of which a directory without an id is */
    SnapshotDirectory identified(Supplier<String> current) {
        return id != null ? this : new SnapshotDirectory(tag, keyspace, table, current.get(), path);
    }
}
