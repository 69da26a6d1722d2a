/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.plan.AcceptedFinding;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan that a node belongs to. It obeys only the plan's coordinator, by digest and fence.
 *
 * @param coordinator address of its control plane
 * @param record how far the plan is, in the coordinator's words; absent where claims are listed
 * @param draftKept whether all parts of what was approved are here
 * @param holder who claimed this node; absent without authentication
 * @param approvedBy who let the plan run on this node; absent without authentication
 * @param accepted findings that an operator accepted at this node while the plan ran; absent where none
 *     was
 * @param destinations addresses of the sidecars of the plan's nodes; absent where claims are listed, and where nobody approved
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = ClaimExamples.CLAIM)
@RecordBuilder
public record Claim(
        String plan,
        String digest,
        long fence,
        String coordinator,
        Instant since,
        @Nullable String record,
        boolean draftKept,
        @Nullable String holder,
        @Nullable String approvedBy,
        @Nullable List<AcceptedFinding> accepted,
        @Nullable List<String> destinations) {}
