/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster, as another one sees it.
 *
 * @param liveness {@code UP}, {@code DOWN} or {@code UNKNOWN}
 * @param movement {@code NORMAL}, {@code JOINING}, {@code LEAVING} or {@code MOVING}
 * @param tokens number of its tokens
 * @param downMillis for how long the other one has seen it {@code DOWN}; absent while it is not, and where
 *     the sidecar does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record ClusterNode(
        String hostId,
        String address,
        String datacenter,
        String rack,
        String liveness,
        String movement,
        int tokens,
        @Nullable Long downMillis) {}
