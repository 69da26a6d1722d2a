/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.plan.PlanCluster;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanEstimate;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanShare;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan before anybody approves it.
 *
 * @param digest of what an approval is for
 * @param dead the node whose place the newcomer takes; null where nobody's
 * @param owned the ranges of each keyspace that a destination owns in the end, by destination and keyspace, as the ring
 *     cuts them
 * @param ranges the sources of each range that Idaeus fills
 * @param shares how much of the ring nodes replicate, before and after; null where no node is added
 * @param source the cluster that it copies from; null where that is the same
 * @param schema what it makes in the schema; null where nothing
 */
@RecordBuilder
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
        List<PlanRange> ranges,
        @Nullable List<PlanShare> shares,
        @Nullable PlanCluster source,
        @Nullable List<SchemaStatement> schema)
        implements DraftBuilder.With {
    /** A draft of a plan whose sources are in the same cluster. */
    public Draft(
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
            List<PlanRange> ranges,
            @Nullable List<PlanShare> shares) {
        this(
                request,
                digest,
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
                ranges,
                shares,
                null,
                null);
    }

    /** The cluster that its sources are of. */
    public PlanCluster sources() {
        return source == null ? cluster : source;
    }

    public boolean refused() {
        return findings.stream()
                .anyMatch(finding ->
                        finding.severity() == Severity.REFUSE || finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED);
    }

    /** Whether this is what the digest stands for. False too for a digest of a form that this build does not know. */
    public boolean matchesDigest() {
        return DigestForm.of(digest).filter(form -> form.verifies(this, digest)).isPresent();
    }

    /** The destinations that are new nodes: the plan starts their Cassandra. */
    public List<PlanDestination> newcomers() {
        return destinations.stream()
                .filter(destination -> !destination.starts().isEmpty())
                .toList();
    }

    /** Takes a step at a destination. */
    public boolean takes(StepAction action, String destination) {
        return steps.stream().anyMatch(step -> step.is(action, destination));
    }
}
