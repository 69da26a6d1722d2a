/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

/**
 * The node's load.
 *
 * @param droppedMessages since the node's start
 * @param readLatencyP99Micros of recent client reads; NaN without any
 */
public record NodeLoad(long pendingCompactions, long droppedMessages, double readLatencyP99Micros) {}
