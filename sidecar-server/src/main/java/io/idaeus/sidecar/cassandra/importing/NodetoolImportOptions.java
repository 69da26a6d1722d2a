/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

/**
 * The options of {@code nodetool import}, all off by default. {@code quick} means noVerify, noTokens and noInvalidateCaches.
 *
 * @param copyData copy instead of move
 * @param keepLevel keep the level of leveled compaction
 * @param keepRepaired keep the repaired state
 * @param noVerify skip the check of Data.db against its digest
 * @param noTokens skip the check that the node owns the tokens
 * @param noInvalidateCaches keep the row cache
 * @param extendedVerify read every row
 * @param requireIndexComponents fail if SAI components are missing (since 5.0)
 * @param noIndexValidation skip the checksums of SAI components (since 5.0)
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

    /** Whether an option is set that 4.x lacks. */
    boolean needs5() {
        return requireIndexComponents || noIndexValidation;
    }
}
