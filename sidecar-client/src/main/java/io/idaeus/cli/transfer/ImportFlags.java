/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.imports.ImportOptionsBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of nodetool import that the transfer and import commands share. */
final class ImportFlags {

    @Option(names = "--keep-level", description = "Keep each SSTable's level of leveled compaction (default: level 0).")
    private boolean keepLevel;

    @Option(
            names = "--keep-repaired",
            negatable = true,
            description = {
                "Keep the repaired state, or mark SSTables unrepaired (default: unrepaired;",
                "a transfer within one cluster keeps it, unless it names a snapshot)."
            })
    private @Nullable Boolean keepRepaired;

    @Option(
            names = "--no-tokens",
            description =
                    "Skip Cassandra's check that the node owns the tokens of all rows. In transfer start and plan, only with --on-partial-overlap=include.")
    private boolean noTokens;

    @Option(
            names = "--no-invalidate-caches",
            description = "Do not invalidate the row cache, which may then return older rows.")
    private boolean noInvalidateCaches;

    @Option(
            names = "--quick",
            description =
                    "Same as --no-verify, --no-tokens and --no-invalidate-caches. In transfer start and plan, only with --on-partial-overlap=include.")
    private boolean quick;

    @Option(
            names = "--extended-verify",
            description =
                    "Let Cassandra verify and read every row, which is slow; includes --verify. No effect with --no-verify or --quick.")
    private boolean extendedVerify;

    @Option(
            names = "--require-index-components",
            description = "Do not import SSTables that lack SAI components (Cassandra 5.0 and later).")
    private boolean requireIndexComponents;

    @Option(
            names = "--no-index-validation",
            description = "Do not check the checksums of SAI components (Cassandra 5.0 and later).")
    private boolean noIndexValidation;

    /**
     * The options given, in the API's form; null where none is given.
     *
     * @param verify null for the sidecar's default
     */
    @Nullable
    ImportOptions options(boolean copyData, @Nullable Boolean verify) {
        ImportOptions options = ImportOptionsBuilder.builder()
                .copyData(trueOrNull(copyData))
                .keepLevel(trueOrNull(keepLevel))
                .keepRepaired(keepRepaired)
                .noVerify(verify == null ? null : !verify)
                .noTokens(trueOrNull(noTokens))
                .noInvalidateCaches(trueOrNull(noInvalidateCaches))
                .quick(trueOrNull(quick))
                .extendedVerify(trueOrNull(extendedVerify))
                .requireIndexComponents(trueOrNull(requireIndexComponents))
                .noIndexValidation(trueOrNull(noIndexValidation))
                .build();
        return options.equals(ImportOptions.DEFAULTS) ? null : options;
    }

    private static @Nullable Boolean trueOrNull(boolean flag) {
        return flag ? Boolean.TRUE : null;
    }
}
