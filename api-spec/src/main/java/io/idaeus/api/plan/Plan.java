/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.Finding;
import io.idaeus.api.Problem;
import io.idaeus.api.keyspace.SchemaStatement;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan, and how far it is.
 *
 * @param digest of what an approval is for: the request, the ring, the schema, sources and steps. The name of its form,
 *     a colon, and SHA-256 in hex; without name and colon where a destination runs an earlier build
 * @param fence grows with every sidecar that adopts the plan; destinations obey the highest
 * @param coordinator the sidecar that runs the plan
 * @param requestedBy who made it; absent without authentication
 * @param approvedBy who approved it
 * @param accepted findings that were accepted while it ran; absent where none was
 * @param cluster what the plan is made for; another ring or schema needs another plan
 * @param dead for {@code REPLACE}: the dead node
 * @param refused whether a finding stands in the way of an approval
 * @param visibility what clients see in each step
 * @param due what is left to do afterwards
 * @param problem why it failed
 * @param shares for {@code EXPAND}: how much of the ring the nodes of the data centre replicate; the new nodes come last
 * @param source for {@code CLONE}: the cluster that is cloned from; another ring or schema needs another plan
 * @param schema for {@code CLONE}: what is made in this cluster; absent where it has everything
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = PlanExamples.PLAN)
@RecordBuilder
public record Plan(
        String id,
        PlanState state,
        String digest,
        long fence,
        String coordinator,
        Instant createdAt,
        @Nullable Instant approvedAt,
        @Nullable Instant finishedAt,
        @Nullable String requestedBy,
        @Nullable String approvedBy,
        @Nullable List<AcceptedFinding> accepted,
        PlanRequest request,
        PlanCluster cluster,
        @Nullable PlanNode dead,
        List<PlanDestination> destinations,
        List<PlanKeyspace> keyspaces,
        List<PlanVisibility> visibility,
        PlanEstimate estimate,
        List<Finding> findings,
        boolean refused,
        List<PlanStep> steps,
        List<PlanDue> due,
        @Nullable Problem problem,
        @Nullable List<PlanShare> shares,
        @Nullable PlanCluster source,
        @Nullable List<SchemaStatement> schema) {}
