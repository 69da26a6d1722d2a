/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

/**
 * Options of {@code nodetool import}.
 *
 * @param quick noVerify, noTokens and noInvalidateCaches
 * @param extendedVerify read every row
 * @param requireIndexComponents of SAI, since 5.0
 * @param noIndexValidation of SAI, since 5.0
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

    boolean needs5() {
        return requireIndexComponents || noIndexValidation;
    }
}
