/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.sidecar.plan.draft.Draft;
import java.util.List;

/**
 * A draft, and what the nodes said of the cluster when it was made.
 *
 * @param views of the members whose sidecars answer
 */
public record FreshDraft(Draft draft, List<ClusterSeen> views) {}
