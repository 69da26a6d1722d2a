/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

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
