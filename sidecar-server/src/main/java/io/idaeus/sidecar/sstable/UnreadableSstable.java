/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.file.UnreadableReason;
import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.nio.file.Path;
import java.util.List;

/** An SSTable that cannot be used, and why. */
public record UnreadableSstable(
        Descriptor descriptor, Path directory, List<Component> components, UnreadableReason problem)
        implements SstableEntry {
    public UnreadableSstable {
        components = Component.PACKING.pack(components);
    }
}
