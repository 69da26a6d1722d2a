/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/**
 * A node of the cluster, as another one sees it.
 *
 * @param liveness {@code UP}, {@code DOWN} or {@code UNKNOWN}
 * @param movement {@code NORMAL}, {@code JOINING}, {@code LEAVING} or {@code MOVING}
 * @param tokens number of its tokens
 */
public record ClusterNode(
        String hostId, String address, String datacenter, String rack, String liveness, String movement, int tokens) {}
