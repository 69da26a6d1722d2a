/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.Finding.Severity;
import io.idaeus.api.plan.PlanCluster;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.finding.DraftChange;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a plan from a request and the facts. Decides nothing by chance, and asks nobody. */
public final class PlanDrafter {
    private PlanDrafter() {}

    /** As {@link #draft(PlanRequest, ClusterFacts, TimeLimit)}, however long it takes. */
    public static Draft draft(PlanRequest request, ClusterFacts facts) {
        return draft(request, facts, TimeLimit.none());
    }

    /** @throws ProblemException INVALID_REQUEST where the request names nodes that are not there; TIME_LIMIT */
    public static Draft draft(PlanRequest request, ClusterFacts facts, TimeLimit time) {
        return PlanType.of(request).draft(facts, time);
    }

    /**
     * The changes since a plan was made; empty while it still fits. A plan that can be approved has nothing that
     * refuses it: whatever refuses it now is new, in whatever words.
     *
     * @param planned a plan that nothing refuses
     * @param now the same request, drafted from the facts of now
     */
    public static List<DraftChange> changes(Draft planned, Draft now) {
        List<DraftChange> changes = new ArrayList<>();
        compare("cluster", planned.cluster().name(), now.cluster().name(), changes);
        compare("schema version", planned.cluster().schema(), now.cluster().schema(), changes);
        compare("metadata epoch", planned.cluster().epoch(), now.cluster().epoch(), changes);
        compare("ring", planned.cluster().ring(), now.cluster().ring(), changes);
        PlanCluster source = planned.source();
        PlanCluster sourceNow = now.source();
        if (source != null && sourceNow != null) {
            compare("cluster to clone", source.name(), sourceNow.name(), changes);
            compare("schema version of the cluster to clone", source.schema(), sourceNow.schema(), changes);
            compare("ring of the cluster to clone", source.ring(), sourceNow.ring(), changes);
        }
        now.findings().stream()
                .filter(finding ->
                        finding.severity() == Severity.REFUSE || finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED)
                .map(DraftChange::of)
                .forEach(changes::add);
        return changes;
    }

    private static void compare(
            String what, @Nullable Object planned, @Nullable Object now, List<DraftChange> changes) {
        if (!Objects.equals(planned, now)) {
            changes.add(new DraftChange("the " + what + " was " + planned + " and is " + now, null));
        }
    }
}
