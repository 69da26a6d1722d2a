/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.api.ImportOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of nodetool import, for transfers and imports. */
final class ImportFlags {

    @Option(names = "--keep-level", description = "Keep the level of leveled compaction.")
    private boolean keepLevel;

    @Option(names = "--keep-repaired", description = "Keep the repaired state.")
    private boolean keepRepaired;

    @Option(
            names = "--verify",
            negatable = true,
            description = "Let Cassandra compare Data.db with its digest (default: yes for import, no for transfer).")
    private @Nullable Boolean verify;

    @Option(names = "--no-tokens", description = "Skip the check that the node owns the tokens.")
    private boolean noTokens;

    @Option(names = "--no-invalidate-caches", description = "Keep the row cache.")
    private boolean noInvalidateCaches;

    @Option(names = "--quick", description = "Skip verification and cache invalidation.")
    private boolean quick;

    @Option(names = "--extended-verify", description = "Read every row, which is slow.")
    private boolean extendedVerify;

    @Option(
            names = "--require-index-components",
            description = "Fail where SAI components are missing (Cassandra 5.0 and later).")
    private boolean requireIndexComponents;

    @Option(
            names = "--no-index-validation",
            description = "Skip the checksums of SAI components (Cassandra 5.0 and later).")
    private boolean noIndexValidation;

    /** Null where no option is set. */
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
