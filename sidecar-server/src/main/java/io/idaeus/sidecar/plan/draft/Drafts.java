/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.PlanCluster;
import io.idaeus.api.PlanRange;
import io.idaeus.api.PlanRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finishes a draft. */
final class Drafts {
    private Drafts() {}

    static PlanCluster cluster(ClusterFacts facts) {
        return new PlanCluster(
                facts.view().name(),
                facts.view().cassandraVersion(),
                Digests.ofRing(facts),
                String.join(",", SchemaVersions.of(facts.view())),
                facts.view().epoch());
    }

    /** Bytes and free space change all the time; they are not what is approved. */
    static Draft digested(Draft draft) {
        List<String> lines = new ArrayList<>();
        lines.add(line(draft.request()));
        lines.add(draft.cluster().toString());
        lines.add(String.valueOf(draft.dead()));
        draft.destinations().forEach(each -> lines.add(each.sidecar() + each.starts()));
        draft.keyspaces()
                .forEach(each -> lines.add(String.join(
                        "|",
                        each.keyspace(),
                        each.writes(),
                        String.valueOf(each.copies()),
                        each.treatment().name())));
        draft.steps().forEach(each -> lines.add(each.toString()));
        new TreeMap<>(draft.owned()).forEach((destination, owned) -> new TreeMap<>(owned)
                .forEach((keyspace, ranges) -> lines.add(destination + "|" + keyspace + "|" + ranges)));
        Stream<String> ranges = draft.ranges().stream().map(PlanRange::toString);
        return draft.withDigest(Digests.of(Stream.concat(lines.stream(), ranges)));
    }

    // The order in which a map was written does not count.
    private static String line(PlanRequest request) {
        Map<String, String> writes = request.writes();
        return new PlanRequest(
                        request.kind(),
                        request.dead(),
                        request.destinations(),
                        request.datacenter(),
                        request.sourceDatacenter(),
                        request.way(),
                        writes == null ? null : new TreeMap<>(writes),
                        request.keyspaces(),
                        request.maxAmplification(),
                        request.maxRate(),
                        request.sidecars(),
                        request.accept())
                .toString();
    }
}
