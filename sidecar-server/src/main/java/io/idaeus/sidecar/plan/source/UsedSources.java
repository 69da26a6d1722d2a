/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * From which sources earlier transfers of the plan merged each range. The plan's rule held for each of them.
 *
 * @param transfers sources by range, the last transfer first
 */
record UsedSources(List<Map<String, List<SourceRef>>> transfers) {
    /** @param transfers in the order in which they began */
    static UsedSources by(List<Transfer> transfers) {
        List<Map<String, List<SourceRef>>> used = new ArrayList<>();
        for (Transfer transfer : transfers) {
            used.add(0, byRange(transfer.request().sources()));
        }
        return new UsedSources(used);
    }

    private static Map<String, List<SourceRef>> byRange(List<SourceRef> sources) {
        Map<String, List<SourceRef>> found = new HashMap<>();
        for (SourceRef source : sources) {
            List<String> ranges = source.ranges() == null ? List.of() : source.ranges();
            ranges.forEach(range ->
                    found.computeIfAbsent(range, key -> new ArrayList<>()).add(source));
        }
        return found;
    }

    Stream<List<SourceRef>> of(PlanRange range) {
        return transfers.stream().flatMap(used -> Stream.ofNullable(used.get(range.range())));
    }
}
