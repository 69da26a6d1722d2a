/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import io.idaeus.api.value.Bounded;

/**
 * Approves a plan.
 *
 * @param digest of the plan that was read
 */
@Bounded.Fields
public record PlanApproval(@Bounded.Digest String digest) {}
