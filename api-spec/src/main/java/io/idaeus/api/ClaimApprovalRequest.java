/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * Lets the steps of a plan run on a node.
 *
 * @param digest of the plan that was read
 * @param destination this node, as the plan names its sidecar
 */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE, example = Examples.CLAIM_APPROVAL_REQUEST)
public record ClaimApprovalRequest(
        @Bounded.Digest String digest, @Bounded.Address String destination) {}
