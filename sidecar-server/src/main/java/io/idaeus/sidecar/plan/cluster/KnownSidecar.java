/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.client.SidecarClient;

/** A sidecar of the cluster, and the client that calls it. */
public record KnownSidecar(String uri, SidecarClient client) {}
