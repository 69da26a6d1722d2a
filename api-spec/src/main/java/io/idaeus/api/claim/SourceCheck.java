/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Which sources this node can pull from now.
 *
 * @param unusable those that it cannot pull from, in the order in which they were named
 */
@Schema(example = ClaimExamples.SOURCE_CHECK)
public record SourceCheck(List<UnusableSource> unusable) {
    /**
     * A source that this node cannot pull from.
     *
     * @param uri as the request names it
     * @param problem type of the problem, a URI as in {@link io.idaeus.api.Problem}
     * @param detail of the problem
     */
    public record UnusableSource(String uri, String problem, String detail) {}
}
