/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityPatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CN=alice,O=Example            | CN=alice,O=Example            | true",
                "CN=alice,O=Example            | cn=Alice, o=EXAMPLE           | true",
                "CN=sidecar-*,O=Example        | CN=sidecar-7,O=Example        | true",
                "CN=*,OU=Ops,O=Example         | CN=bob,OU=Ops,O=Example       | true",
                "CN=alice,O=Example            | CN=alice                      | false",
                "CN=alice                      | CN=alice,O=Example            | false",
                "CN=alice,O=Example            | O=Example,CN=alice            | false",
                "CN=sidecar-*,O=Example        | CN=sidecar-7,O=Other          | false",
                "CN=sidecar-*,O=Example        | CN=sidecar-7\\,O=Example,O=Bad | false",
                "CN=sidecar-*,O=Example        | CN=sidecar-7,OU=x,O=Example   | false",
                "CN=a.b                        | CN=axb                        | false",
                "CN=db+L=Paris,O=Example       | L=Paris+CN=db,O=Example       | true",
                "CN=*                          | CN=                           | true",
            })
    void subjectsAreComparedValueByValue(String pattern, String subject, boolean matches) {
        Identity identity = certificate(subject);
        assertThat(IdentityPattern.parse(pattern).matches(identity)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "dns:db1.example.org,         dns:db1.example.org,                true",
        "dns:*.example.org,           dns:db1.example.org,                true",
        "dns:*.Example.org,           dns:db1.example.org,                true",
        "dns:*.example.org,           dns:a.db1.example.org,              false",
        "dns:*.example.org,           dns:example.org,                    false",
        "dns:*.example.org,           dns:db1.example.org.evil.net,       false",
        "uri:spiffe://example.org/*,  uri:spiffe://example.org/sidecar,   true",
        "uri:spiffe://example.org/*,  uri:spiffe://example.org/a/sidecar, false",
        "uri:spiffe://example.org/*,  uri:spiffe://evil.org/sidecar,      false",
        "dns:db1.example.org,         uri:db1.example.org,                false",
    })
    void alternativeNamesAreComparedLabelByLabel(String pattern, String name, boolean matches) {
        Identity identity = new Identity(Identity.Kind.CERTIFICATE, "CN=x", List.of("dns:other", name), "CN=ca");
        assertThat(IdentityPattern.parse(pattern).matches(identity)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"token:alice, alice, true", "token:*@ops, bob@ops, true", "token:*@ops, bob@opsx, false"})
    void tokensAreComparedByTheirSubject(String pattern, String subject, boolean matches) {
        assertThat(IdentityPattern.parse(pattern).matches(Identity.ofToken(subject, "idp")))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CN=alice", "CN=*", "dns:alice", "uri:alice"})
    void aTokenIsNoCertificate(String pattern) {
        assertThat(IdentityPattern.parse(pattern).matches(Identity.ofToken("CN=alice", "idp")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"token:*", "token:CN=alice"})
    void aCertificateIsNoToken(String pattern) {
        assertThat(IdentityPattern.parse(pattern).matches(certificate("CN=alice")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "", "dns:", "token: ", "spiffe://example.org/x", "CN", "=x", "user:alice"})
    void whatIsNoIdentityIsRefused(String pattern) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdentityPattern.parse(pattern));
    }

    @Test
    void differentCallersAreShownDifferently() {
        String spiffe = "uri:spiffe://example.org/a";
        assertThat(new Identity(Identity.Kind.CERTIFICATE, "O=SPIRE", List.of("dns:a", spiffe), "CN=ca").shown())
                .isEqualTo(spiffe);
        assertThat(new Identity(Identity.Kind.CERTIFICATE, "", List.of("dns:a", "dns:b"), "CN=ca").shown())
                .isEqualTo("dns:a,dns:b");
        String longest = "CN=" + "a".repeat(600);
        assertThat(certificate(longest + "b").shown())
                .isNotEqualTo(certificate(longest + "c").shown())
                .hasSizeLessThan(600);
        assertThat(Identity.ofToken("a\nb", "idp").shown())
                .startsWith("token:a?b#")
                .isNotEqualTo(Identity.ofToken("a\rb", "idp").shown());
    }

    private static Identity certificate(String subject) {
        return new Identity(Identity.Kind.CERTIFICATE, subject, List.of(), "CN=ca");
    }
}
