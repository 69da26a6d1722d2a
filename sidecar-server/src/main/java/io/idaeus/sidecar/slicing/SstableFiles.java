/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import io.idaeus.sidecar.sstable.name.Descriptor;
import java.nio.file.Path;
import java.util.Set;

/**
 * An SSTable's files on this host.
 *
 * @param components their names
 * @param dataBytes of Data.db
 */
public record SstableFiles(Path directory, Descriptor descriptor, Set<String> components, long dataBytes) {
    boolean has(String component) {
        return components.contains(component);
    }

    Path path(String component) {
        return directory.resolve(descriptor.fileName(component));
    }
}
