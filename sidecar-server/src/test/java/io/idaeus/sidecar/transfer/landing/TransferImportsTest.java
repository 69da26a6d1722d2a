/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TransferImportsTest {
    @Test
    void cassandraChecksTokensUnlessTheSidecarHas() {
        TransferRequest request = request(null, null);

        assertThat(TransferImports.mayCheckKeys(request)).isTrue();
        assertThat(TransferImports.options(request, false, false).noTokens()).isFalse();
        assertThat(TransferImports.options(request, true, false).noTokens()).isTrue();
        assertThat(TransferImports.options(request, true, false).noVerify()).isTrue();
    }

    @Test
    void whoAsksForCassandrasCheckGetsIt() {
        assertThat(TransferImports.mayCheckKeys(request(null, options(null, false, null))))
                .isFalse();
        assertThat(TransferImports.mayCheckKeys(request(null, options(false, null, null))))
                .isFalse();
        assertThat(TransferImports.mayCheckKeys(request(null, options(null, null, true))))
                .isFalse();
        assertThat(TransferImports.mayCheckKeys(request(null, options(true, null, true))))
                .isFalse();
    }

    @Test
    void whatIsIncludedOnPurposeIsCheckedByNobody() {
        TransferRequest request = request(TransferRequest.PartialOverlapPolicy.INCLUDE, null);

        assertThat(TransferImports.mayCheckKeys(request)).isFalse();
        assertThat(TransferImports.options(request, false, false).noTokens()).isTrue();
    }

    private static TransferRequest request(
            TransferRequest.@Nullable PartialOverlapPolicy partial, @Nullable ImportOptions options) {
        return TransferRequest.builder(
                        List.of(SourceRef.at("http://127.0.0.1:1")), List.of(new TableRef("shop", "users")))
                .onPartialOverlap(partial)
                .importOptions(options)
                .build();
    }

    private static ImportOptions options(
            @Nullable Boolean noVerify, @Nullable Boolean noTokens, @Nullable Boolean extendedVerify) {
        return new ImportOptions(null, null, null, noVerify, noTokens, null, null, extendedVerify, null, null);
    }
}
