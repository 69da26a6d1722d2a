/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator's approval of a plan's steps on a node.
 *
 * @param destination this node, as the plan names its sidecar
 * @param by who approved; absent without authentication
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = ClaimExamples.CLAIM_APPROVAL)
public record ClaimApproval(
        String plan,
        String digest,
        String destination,
        @Nullable String by,
        Instant at) {}
