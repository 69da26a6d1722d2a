/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.sstable.SstableProblem;
import org.jspecify.annotations.Nullable;

/**
 * How much of an SSTable is in some token ranges.
 *
 * @param sstable its name
 * @param parts where the extent is {@code PART} or {@code WHOLE}
 * @param problem where the extent is {@code UNKNOWN}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SliceDescription(
        String sstable,
        Extent extent,
        @Nullable SliceParts parts,
        @Nullable SstableProblem problem) {

    /** How many of the partitions are in the ranges. */
    public enum Extent {
        NONE,
        PART,
        WHOLE,
        /** The SSTable cannot be read, or cannot be cut. */
        UNKNOWN
    }
}
