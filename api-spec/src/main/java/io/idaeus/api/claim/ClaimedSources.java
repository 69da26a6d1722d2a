/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import java.util.List;

/**
 * Sources about which the coordinator of a plan asks.
 *
 * @param sources each with the host id and the cluster of its node, as the plan has them
 */
@Bounded.Fields
public record ClaimedSources(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,

        @ArraySchema(minItems = 1, maxItems = Bounds.MAX_SOURCES)
        List<SourceRef> sources) {}
