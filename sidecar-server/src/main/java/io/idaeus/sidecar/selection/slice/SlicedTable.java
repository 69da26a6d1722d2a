/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.slice;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import java.util.Objects;

/**
 * The ranges that slices of a source's SSTables are cut to.
 *
 * @param source index
 * @param ranges {@code left:right} each
 */
public record SlicedTable(int source, TableRef table, List<String> ranges) {
    public SlicedTable {
        ranges = List.copyOf(Objects.requireNonNull(ranges, "ranges"));
    }

    /** Parses the ranges. */
    public TokenRanges tokens() {
        return TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
    }
}
