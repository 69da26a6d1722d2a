/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptionsBuilder;
import org.jspecify.annotations.Nullable;

/** The wire's options as Cassandra's: null is false. */
public final class ImportOptionsMapper {
    private ImportOptionsMapper() {}

    public static NodetoolImportOptions of(io.idaeus.api.imports.ImportOptions wire) {
        return NodetoolImportOptionsBuilder.builder()
                .copyData(on(wire.copyData()))
                .keepLevel(on(wire.keepLevel()))
                .keepRepaired(on(wire.keepRepaired()))
                .noVerify(on(wire.noVerify()))
                .noTokens(on(wire.noTokens()))
                .noInvalidateCaches(on(wire.noInvalidateCaches()))
                .quick(on(wire.quick()))
                .extendedVerify(on(wire.extendedVerify()))
                .requireIndexComponents(on(wire.requireIndexComponents()))
                .noIndexValidation(on(wire.noIndexValidation()))
                .build();
    }

    private static boolean on(@Nullable Boolean value) {
        return Boolean.TRUE.equals(value);
    }
}
