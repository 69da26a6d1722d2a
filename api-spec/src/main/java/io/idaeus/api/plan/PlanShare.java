/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How much of the ring a node replicates: 1 is all of it. Of the keyspace that the tokens are chosen for, the largest one.
 *
 * @param node address of the node; of its sidecar where it is new
 * @param before absent for a new node
 * @param after once all new nodes have joined
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanShare(String node, String rack, @Nullable Double before, double after) {}
