/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One SSTable of a listing. */
public sealed interface SstableEntry permits ReadableSstable, UnreadableSstable {
    Descriptor descriptor();

    Path directory();

    /** By name. */
    List<Component> components();

    /** May not exist. */
    default Path path(String component) {
        return directory().resolve(descriptor().fileName(component));
    }

    default Optional<Component> component(String component) {
        return components().stream().filter(c -> c.name().equals(component)).findFirst();
    }

    /** Bytes of all files. */
    default long size() {
        return components().stream().mapToLong(Component::size).sum();
    }
}
