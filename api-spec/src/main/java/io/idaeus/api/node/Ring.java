/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** The token ranges of a keyspace with their replicas, by left token. */
@Schema(example = NodeExamples.RING)
public record Ring(String keyspace, List<RingRange> ranges) {}
