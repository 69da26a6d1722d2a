/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.PlanCluster;
import io.idaeus.api.PlanRange;
import java.util.ArrayList;
import java.util.List;
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
        lines.add(draft.request().toString());
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
        Stream<String> ranges = draft.ranges().stream().map(PlanRange::toString);
        return draft.withDigest(Digests.of(Stream.concat(lines.stream(), ranges)));
    }
}
