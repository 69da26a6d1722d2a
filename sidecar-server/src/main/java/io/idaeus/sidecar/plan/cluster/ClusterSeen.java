/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.cluster.Cluster;

/** The cluster as one of its nodes sees it. */
public record ClusterSeen(KnownSidecar by, Cluster view) {}
