/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.PlanDestination;
import io.idaeus.api.PlanNode;

/** A dead node, and the new one that takes its place. */
public record Replaced(PlanNode dead, PlanDestination by) {}
