/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** The token ranges of a keyspace that change owners, as one node sees it. */
@Schema(example = NodeExamples.PENDING_RANGES)
public record PendingRanges(String keyspace, List<PendingRange> ranges) {}
