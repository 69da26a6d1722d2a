/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.ProblemType;
import io.idaeus.api.slice.SliceRequest;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.name.ComponentName;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.util.ArrayList;
import java.util.List;

/** A request for slices that is well formed. */
record SliceCheck(TokenRanges ranges, List<Descriptor> sstables) {
    static SliceCheck of(SliceRequest request) {
        BoundedNumber.requireCount("ranges", request.ranges().size(), Bounds.MAX_RANGES);
        BoundedNumber.requireCount("sstables", request.sstables().size(), Bounds.MAX_SLICED);
        List<Descriptor> sstables = new ArrayList<>();
        for (String name : request.sstables()) {
            sstables.add(ComponentName.parse(name + "-Data.db")
                    .filter(component -> component.component().equals("Data.db"))
                    .map(ComponentName::descriptor)
                    .orElseThrow(() -> new ProblemException(
                            ProblemType.INVALID_REQUEST,
                            "sstables: \"" + OneLine.of(name)
                                    + "\" (expected: <version>-<id>-<format>, as in the manifest)")));
        }
        return new SliceCheck(Ranges.of("ranges", request.ranges()), List.copyOf(sstables));
    }
}
