/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import io.idaeus.api.value.Bounded;

/**
 * Accepts a finding that the transfers of a running plan wait for. The plan's digest stays.
 *
 * @param digest of the plan that was read
 * @param code of a finding of transfers that may be accepted, for instance {@code SNAPSHOT_TOO_OLD}
 */
@Bounded.Fields
public record PlanAcceptance(
        @Bounded.Digest String digest,
        @Bounded.TransferFinding String code) {}
