/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * Claims a node for a plan, or raises the fence.
 *
 * @param coordinator address of its control plane
 * @param record how far the plan is, which the node keeps for a sidecar that adopts the plan; it replaces the one kept
 *     before
 */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE, example = Examples.CLAIM_REQUEST)
public record ClaimRequest(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,
        @Bounded.Address String coordinator,
        String record) {}
