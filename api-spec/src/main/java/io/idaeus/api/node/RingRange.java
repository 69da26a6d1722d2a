/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import java.util.List;

/**
 * A token range and its replicas.
 *
 * @param range {@code left:right}, meaning (left, right]
 * @param local whether this node is a replica
 */
public record RingRange(String range, List<Replica> replicas, boolean local) {}
