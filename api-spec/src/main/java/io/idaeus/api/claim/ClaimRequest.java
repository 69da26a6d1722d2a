/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.value.Bounded;

/**
 * Claims a node for a plan, or raises the fence.
 *
 * @param coordinator address of its control plane
 * @param record how far the plan is, which the node keeps for a sidecar that adopts the plan; it replaces the one kept
 *     before
 */
@Bounded.Fields
public record ClaimRequest(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,
        @Bounded.Address String coordinator,
        String record) {}
