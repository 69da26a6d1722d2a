/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code nodetool import}; null is false.
 *
 * @param copyData copy instead of move; only for {@code POST /v1/imports}
 * @param keepLevel keep the level of leveled compaction
 * @param keepRepaired keep the repaired state
 * @param noVerify skip Cassandra's own check of Data.db against its digest, not that of its tokens; in a transfer null is
 *     true, unless extendedVerify is set: every byte was proven as it came, and reading it again takes as long as moving it
 * @param noTokens skip the check that the node owns the tokens
 * @param noInvalidateCaches keep the row cache
 * @param quick skip verification and cache invalidation
 * @param extendedVerify read every row
 * @param requireIndexComponents fail where SAI components are missing (5.0 and later)
 * @param noIndexValidation skip the checksums of SAI components (5.0 and later)
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImportOptions(
        @Nullable Boolean copyData,
        @Nullable Boolean keepLevel,
        @Nullable Boolean keepRepaired,
        @Nullable Boolean noVerify,
        @Nullable Boolean noTokens,
        @Nullable Boolean noInvalidateCaches,
        @Nullable Boolean quick,
        @Nullable Boolean extendedVerify,
        @Nullable Boolean requireIndexComponents,
        @Nullable Boolean noIndexValidation) {
    /** Cassandra's defaults. */
    public static final ImportOptions DEFAULTS =
            new ImportOptions(null, null, null, null, null, null, null, null, null, null);
}
