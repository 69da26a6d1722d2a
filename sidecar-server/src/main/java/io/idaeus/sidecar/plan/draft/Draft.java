/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.PlanCluster;
import io.idaeus.api.PlanDestination;
import io.idaeus.api.PlanDue;
import io.idaeus.api.PlanEstimate;
import io.idaeus.api.PlanKeyspace;
import io.idaeus.api.PlanNode;
import io.idaeus.api.PlanRange;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanVisibility;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan before anybody approves it.
 *
 * @param digest of what an approval is for
 * @param owned the ranges of each keyspace that a destination owns in the end, by destination and keyspace, as the ring
 *     cuts them
 * @param ranges the sources of each range that Idaeus fills
 */
public record Draft(
        PlanRequest request,
        String digest,
        PlanCluster cluster,
        @Nullable PlanNode dead,
        List<PlanDestination> destinations,
        List<PlanKeyspace> keyspaces,
        List<PlanVisibility> visibility,
        PlanEstimate estimate,
        List<Finding> findings,
        List<PlannedStep> steps,
        List<PlanDue> due,
        Map<String, Map<String, List<String>>> owned,
        List<PlanRange> ranges) {
    public boolean refused() {
        return findings.stream()
                .anyMatch(finding ->
                        finding.severity() == Severity.REFUSE || finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED);
    }

    /** Whether this is what the digest stands for. */
    public boolean matchesDigest() {
        return Drafts.digested(this).digest().equals(digest);
    }

    /** Takes a step at a destination. */
    public boolean takes(StepAction action, String destination) {
        return steps.stream().anyMatch(step -> step.action() == action && destination.equals(step.destination()));
    }

    Draft withDigest(String value) {
        return new Draft(
                request,
                value,
                cluster,
                dead,
                destinations,
                keyspaces,
                visibility,
                estimate,
                findings,
                steps,
                due,
                owned,
                ranges);
    }
}
