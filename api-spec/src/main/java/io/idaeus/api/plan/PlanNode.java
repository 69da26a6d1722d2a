/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster, as the plan knows it.
 *
 * @param sidecar address of its control plane; absent where it has none that answers
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanNode(
        String hostId,
        String address,
        String datacenter,
        String rack,
        @Nullable String sidecar) {}
