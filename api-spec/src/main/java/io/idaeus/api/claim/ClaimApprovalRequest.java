/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.value.Bounded;

/**
 * Lets the steps of a plan run on a node.
 *
 * @param digest of the plan that was read
 * @param destination this node, as the plan names its sidecar
 */
@Bounded.Fields
public record ClaimApprovalRequest(
        @Bounded.Digest String digest, @Bounded.Address String destination) {}
