/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.planning.Plan;
import java.util.List;

/** A plan as it is kept on disk, with what became of each of its SSTables, in the plan's order. */
record PlanRecord(Plan plan, List<Fate> fates) {}
