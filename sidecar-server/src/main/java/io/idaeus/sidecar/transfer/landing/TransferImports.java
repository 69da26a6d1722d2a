/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptionsBuilder;
import io.idaeus.sidecar.importing.ImportOptionsMapper;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import org.jspecify.annotations.Nullable;

/** How Cassandra imports what a transfer staged. */
final class TransferImports {
    private TransferImports() {}

    /** Whether the sidecar's check of keys may stand for Cassandra's: nobody asked for either, or for more. */
    static boolean mayCheckKeys(TransferRequest request) {
        ImportOptions requested = request.importOptions();
        return PartialOverlap.of(request).leavesTokenCheckToCassandra()
                && skipsVerification(requested)
                && (requested == null
                        || (requested.noTokens() == null && !Boolean.TRUE.equals(requested.extendedVerify())));
    }

    /**
     * @param keysOwned whether the sidecar has read every key, and the node owns them all
     * @param keepRepaired whether SSTables keep their repaired state
     */
    static NodetoolImportOptions options(TransferRequest request, boolean keysOwned, boolean keepRepaired) {
        NodetoolImportOptions requested = request.importOptions() == null
                ? NodetoolImportOptions.DEFAULTS
                : ImportOptionsMapper.of(request.importOptions());
        return NodetoolImportOptionsBuilder.builder()
                .copyData(false)
                .keepLevel(requested.keepLevel())
                .keepRepaired(keepRepaired)
                .noVerify(skipsVerification(request.importOptions()))
                .noTokens(
                        requested.noTokens() || !PartialOverlap.of(request).leavesTokenCheckToCassandra() || keysOwned)
                .noInvalidateCaches(requested.noInvalidateCaches())
                .quick(requested.quick())
                .extendedVerify(requested.extendedVerify())
                .requireIndexComponents(requested.requireIndexComponents())
                .noIndexValidation(requested.noIndexValidation())
                .build();
    }

    // Every byte is proven already. Cassandra checks tokens, index and filter all the same.
    private static boolean skipsVerification(@Nullable ImportOptions requested) {
        if (requested == null || requested.noVerify() == null) {
            return requested == null || !Boolean.TRUE.equals(requested.extendedVerify());
        }
        return requested.noVerify();
    }
}
