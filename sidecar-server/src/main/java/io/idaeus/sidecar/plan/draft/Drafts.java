/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.plan.PlanCluster;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.SchemaVersions;

/** Finishes a draft. */
public final class Drafts {
    private Drafts() {}

    public static PlanCluster cluster(ClusterFacts facts) {
        return new PlanCluster(
                facts.view().name(),
                facts.view().cassandraVersion(),
                Digests.ofRing(facts),
                String.join(",", SchemaVersions.of(facts.view())),
                facts.view().epoch());
    }

    public static Draft digested(Draft draft, ClusterFacts facts) {
        return draft.withDigest(DigestForm.common(facts.destinations()).digest(draft));
    }
}
