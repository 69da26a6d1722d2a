/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

/**
 * How the node fares.
 *
 * @param pendingCompactions that wait now
 * @param droppedMessages since the node's start, of every kind
 * @param readLatencyP99Micros of client reads in the last minutes; not a number where there were none
 */
public record NodeLoad(long pendingCompactions, long droppedMessages, double readLatencyP99Micros) {}
