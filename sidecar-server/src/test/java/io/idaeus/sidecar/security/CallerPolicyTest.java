/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallerPolicyTest {
    private final CallerPolicy policy = CallerPolicy.of(List.of("CN=sidecar 2,OU=db+L=Paris,O=Example\\, Inc."));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CN=sidecar 2,OU=db+L=Paris,O=Example\\, Inc.",
                "cn=Sidecar  2, ou=DB+l=paris, o=\"Example, Inc.\"",
                "CN=sidecar 2,L=Paris+OU=db,O=Example\\, Inc.",
                "2.5.4.3=sidecar 2,OU=db+L=Paris,O=Example\\2C Inc."
            })
    void subjectsAreComparedAsNames(String subject) {
        assertThat(policy.allows(new X500Principal(subject))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CN=sidecar 2",
                "CN=sidecar 22,OU=db+L=Paris,O=Example\\, Inc.",
                "OU=db+L=Paris,CN=sidecar 2,O=Example\\, Inc.",
                "CN=sidecar 2,OU=db,L=Paris,O=Example\\, Inc.",
                "CN=\"sidecar 2,OU=db+L=Paris,O=Example\\\\, Inc.\"",
                "CN=sidecar 2,OU=db+L=Paris,O=Example\\, Inc.,C=US"
            })
    void whatOnlyLooksAlikeIsRefused(String subject) {
        assertThat(policy.allows(new X500Principal(subject))).isFalse();
    }

    @Test
    void anEmptyListLetsNobodyIn() {
        assertThat(CallerPolicy.of(List.of()).allows(new X500Principal("CN=a"))).isFalse();
        assertThat(CallerPolicy.anyTrusted().allows(new X500Principal("CN=a"))).isTrue();
    }

    @Test
    void noCertificateIsNotAuthenticated() {
        assertThatThrownBy(() -> CallerPolicy.anyTrusted().check(null))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.UNAUTHENTICATED));
    }

    @Test
    void aSubjectThatIsNoNameIsRefusedAtStart() {
        assertThatThrownBy(() -> CallerPolicy.of(List.of("sidecar-2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'sidecar-2'");
    }
}
