/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.snapshot.ManifestComponent;
import java.util.List;
import java.util.Objects;

/**
 * A slice that was cut, as it is in staging.
 *
 * @param firstToken inclusive, as the last
 */
public record StagedSlice(long firstToken, long lastToken, List<ManifestComponent> components) {
    public StagedSlice {
        components = SelectedSstable.packed(Objects.requireNonNull(components, "components"));
    }

    /** The slice of an SSTable that has no row in the ranges. */
    public static StagedSlice empty(SelectedSstable sstable) {
        return new StagedSlice(sstable.firstToken(), sstable.lastToken(), List.of());
    }

    long bytes() {
        return components.stream().mapToLong(ManifestComponent::bytes).sum();
    }
}
