/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import java.util.List;

/**
 * Declares token ranges as available, so that Cassandra does not stream them.
 *
 * @param copies how many sources each range must have been merged from
 * @param transfers ids of the transfers that brought them; each must have imported everything
 * @param ranges {@code left:right} each, exactly as the ring cuts them
 */
@Bounded.Fields
public record Declaration(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,
        @Bounded.Name String keyspace,
        @Bounded.DeclaredRanges List<String> ranges,
        @Bounded.Copies int copies,

        @ArraySchema(minItems = 1, maxItems = Bounds.MAX_TRANSFERS)
        List<String> transfers) {}
