/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.cluster;

import io.idaeus.api.node.NodeTokens;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Which nodes have which tokens, as one node sees it. A node that joins may have its tokens already, and one that replaces
 * another may have those of the other.
 */
@Schema(example = ClusterExamples.RING_TOKENS)
public record RingTokens(List<NodeTokens> nodes) {}
