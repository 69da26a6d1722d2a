/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import org.jspecify.annotations.Nullable;

/** The wire's options as Cassandra's: null is false. */
public final class ImportOptionsMapper {
    private ImportOptionsMapper() {}

    public static NodetoolImportOptions of(io.idaeus.api.imports.ImportOptions wire) {
        return new NodetoolImportOptions(
                on(wire.copyData()),
                on(wire.keepLevel()),
                on(wire.keepRepaired()),
                on(wire.noVerify()),
                on(wire.noTokens()),
                on(wire.noInvalidateCaches()),
                on(wire.quick()),
                on(wire.extendedVerify()),
                on(wire.requireIndexComponents()),
                on(wire.noIndexValidation()));
    }

    private static boolean on(@Nullable Boolean value) {
        return Boolean.TRUE.equals(value);
    }
}
