/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An SSTable's files, not read yet. */
record FoundSstable(Descriptor descriptor, Path directory, List<Component> components, List<String> notFiles) {
    FoundSstable(Descriptor descriptor, Path directory) {
        this(descriptor, directory, new ArrayList<>(), new ArrayList<>());
    }

    boolean has(String component) {
        return components.stream().anyMatch(found -> found.name().equals(component));
    }

    /** Bytes; 0 without it. */
    long size(String component) {
        return components.stream()
                .filter(found -> found.name().equals(component))
                .mapToLong(Component::size)
                .sum();
    }

    ComponentFile open(String component) throws SstableException {
        return ComponentFile.open(directory.resolve(descriptor.fileName(component)));
    }
}
