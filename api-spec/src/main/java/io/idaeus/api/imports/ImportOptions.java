/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@code nodetool import}; an absent one is false, unless it says otherwise.
 *
 * @param copyData copy the files instead of moving them; only for {@code POST /v1/imports}
 * @param keepLevel keep the level of leveled compaction
 * @param keepRepaired keep the repaired state. Where a transfer does not say, SSTables keep it within one cluster, unless they are of
 *     a snapshot that the request names
 * @param noVerify skip comparing Data.db with its digest; tokens are still checked. In a transfer it is true where absent, unless
 *     extendedVerify is set, because the transfer has proven every byte
 * @param noTokens skip the check that the node owns the tokens. Where a transfer says neither true nor false, the sidecar checks
 *     them while SSTables arrive, and Cassandra only those that the sidecar cannot check
 * @param noInvalidateCaches keep the row cache
 * @param quick skip verification and cache invalidation
 * @param extendedVerify read every row
 * @param requireIndexComponents fail where SAI components are missing (Cassandra 5.0 and later)
 * @param noIndexValidation skip the checksums of SAI components (Cassandra 5.0 and later)
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
@RecordBuilder
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
    public static final ImportOptions DEFAULTS = ImportOptionsBuilder.builder()
            .copyData(null)
            .keepLevel(null)
            .keepRepaired(null)
            .noVerify(null)
            .noTokens(null)
            .noInvalidateCaches(null)
            .quick(null)
            .extendedVerify(null)
            .requireIndexComponents(null)
            .noIndexValidation(null)
            .build();
}
