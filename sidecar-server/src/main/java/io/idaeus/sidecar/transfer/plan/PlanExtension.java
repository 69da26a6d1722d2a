/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.plan;

import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.util.List;

/**
 * SSTables to add to a plan, because others are corrupt at their source.
 *
 * @param pinned the sources, with wider ranges
 */
record PlanExtension(List<PlannedSstable> sstables, List<PinnedSource> pinned) {}
