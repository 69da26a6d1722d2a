/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Options of {@code nodetool import}.
 *
 * @param quick noVerify, noTokens and noInvalidateCaches
 * @param extendedVerify read every row
 * @param requireIndexComponents of SAI, since 5.0
 * @param noIndexValidation of SAI, since 5.0
 */
@RecordBuilder
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
    public static final NodetoolImportOptions DEFAULTS = NodetoolImportOptionsBuilder.builder()
            .copyData(false)
            .keepLevel(false)
            .keepRepaired(false)
            .noVerify(false)
            .noTokens(false)
            .noInvalidateCaches(false)
            .quick(false)
            .extendedVerify(false)
            .requireIndexComponents(false)
            .noIndexValidation(false)
            .build();

    boolean needs5() {
        return requireIndexComponents || noIndexValidation;
    }
}
