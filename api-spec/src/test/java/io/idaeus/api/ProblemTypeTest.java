/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTypeTest {
    @Test
    void theUriNamesTheType() {
        assertThat(ProblemType.UNKNOWN_KEYSPACE.uri()).isEqualTo("urn:idaeus:problem:unknown-keyspace");
    }

    @Test
    void everyTypeIsFoundByItsUri() {
        for (ProblemType type : ProblemType.values()) {
            assertThat(ProblemType.fromUri(type.uri())).contains(type);
        }
    }

    @Test
    void aForeignUriHasNoType() {
        assertThat(ProblemType.fromUri("about:blank")).isEmpty();
    }

    @Test
    void everyStatusIsAnError() {
        assertThat(ProblemType.values())
                .allSatisfy(type -> assertThat(type.status()).isBetween(400, 599));
    }
}
