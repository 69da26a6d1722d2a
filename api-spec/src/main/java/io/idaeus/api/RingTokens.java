/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** Which nodes have which tokens, as one node sees it. Where a node is being replaced, they may count as the new one's. */
@Schema(example = Examples.RING_TOKENS)
public record RingTokens(List<NodeTokens> nodes) {}
