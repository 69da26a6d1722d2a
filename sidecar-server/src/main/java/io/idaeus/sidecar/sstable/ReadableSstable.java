/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.nio.file.Path;
import java.util.List;

/** A complete SSTable and its metadata. */
public record ReadableSstable(
        Descriptor descriptor, Path directory, List<Component> components, SstableMetadata metadata)
        implements SstableEntry {
    public ReadableSstable {
        components = Component.PACKING.pack(components);
    }
}
