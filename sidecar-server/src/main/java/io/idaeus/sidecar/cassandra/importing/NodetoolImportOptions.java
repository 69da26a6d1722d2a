/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

/**
 * The options of {@code nodetool import}, all off by default. {@code quick} is Cassandra's shorthand: no verification, no
 * token check, no cache invalidation.
 *
 * @param copyData copy instead of move
 * @param keepLevel keep the level of leveled compaction
 * @param keepRepaired keep the repaired state
 * @param noVerify skip Cassandra's own check of Data.db against its digest
 * @param noTokens skip the check that the node owns the tokens
 * @param noInvalidateCaches keep the row cache
 * @param extendedVerify read every row
 * @param requireIndexComponents fail where SAI components are missing (5.0 and later)
 * @param noIndexValidation skip the checksums of SAI components (5.0 and later)
 */
public record NodetoolImportOptions(
        boolean copyData,
        boolean keepLevel,
        boolean keepRepaired,
        boolean noVerify,
        boolean noTokens,
        boolean noInvalidateCaches,
        boolean quick,
        boolean extendedVerify,
        boolean requireIndexComponents,
        boolean noIndexValidation) {
    public static final NodetoolImportOptions DEFAULTS =
            new NodetoolImportOptions(false, false, false, false, false, false, false, false, false, false);

    /** Whether an option is set that versions before 5.0 do not have. */
    boolean needs5() {
        return requireIndexComponents || noIndexValidation;
    }
}
