/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.api.ImportOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of nodetool import that transfers and imports share. */
final class ImportFlags {

    @Option(names = "--keep-level", description = "Keep the level of leveled compaction.")
    private boolean keepLevel;

    @Option(names = "--keep-repaired", description = "Keep the repaired state.")
    private boolean keepRepaired;

    @Option(
            names = "--verify",
            negatable = true,
            description = "Let Cassandra read Data.db again to compare its digest, or not;"
                    + " without either it does for an import, and not for a transfer.")
    private @Nullable Boolean verify;

    @Option(names = "--no-tokens", description = "Skip the check that the node owns the tokens.")
    private boolean noTokens;

    @Option(names = "--no-invalidate-caches", description = "Keep the row cache.")
    private boolean noInvalidateCaches;

    @Option(names = "--quick", description = "Skip verification and cache invalidation.")
    private boolean quick;

    @Option(names = "--extended-verify", description = "Read every row; slow.")
    private boolean extendedVerify;

    @Option(names = "--require-index-components", description = "Fail where SAI components are missing (5.0).")
    private boolean requireIndexComponents;

    @Option(names = "--no-index-validation", description = "Skip the checksums of SAI components (5.0).")
    private boolean noIndexValidation;

    /** The options; null where none is set. */
    @Nullable
    ImportOptions options(boolean copyData) {
        ImportOptions options = new ImportOptions(
                set(copyData),
                set(keepLevel),
                set(keepRepaired),
                verify == null ? null : !verify,
                set(noTokens),
                set(noInvalidateCaches),
                set(quick),
                set(extendedVerify),
                set(requireIndexComponents),
                set(noIndexValidation));
        return options.equals(ImportOptions.DEFAULTS) ? null : options;
    }

    private static @Nullable Boolean set(boolean flag) {
        return flag ? Boolean.TRUE : null;
    }
}
