/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.api.ProblemType;
import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessFileTest {
    private static final String LIST = """
            grants:
              - role: peer
                to: ["dns:*.sidecars"]
              - role: operator
                to: ["CN=alice", "token:alice"]
                keyspaces: ["shop", "audit_*"]
              - role: reader
                to: ["CN=alice"]
                issuer: "CN=staff"
            """;

    @Test
    void rolesAreGrantedToThoseWhomTheListNames() {
        AccessList list = AccessFile.parse(LIST);

        Caller alice = list.caller(certificate("CN=alice", "CN=ca"));
        assertThat(alice.roles()).isEqualTo("operator");
        assertThat(alice.may(Permission.OPERATE, "shop")).isTrue();
        assertThat(alice.may(Permission.OPERATE, "audit_2026")).isTrue();
        assertThat(alice.may(Permission.OPERATE, "users")).isFalse();
        assertThat(alice.may(Permission.ADMINISTER)).isFalse();
        assertThat(alice.may(Permission.STEP)).isTrue();
        assertThat(list.caller(certificate("CN=alice", "CN=staff")).may(Permission.READ, "users"))
                .isTrue();
        assertThat(list.caller(Identity.ofToken("alice", "idp")).may(Permission.OPERATE))
                .isTrue();
        Caller peer =
                list.caller(new Identity(Identity.Kind.CERTIFICATE, "CN=db1", List.of("dns:db1.sidecars"), "CN=ca"));
        assertThat(peer.may(Permission.STEP)).isTrue();
        assertThat(peer.may(Permission.OPERATE)).isFalse();
        assertThat(peer.may(Permission.READ)).isFalse();
    }

    @Test
    void whoIsNotNamedIsToldWhatToGrant() {
        Caller stranger = AccessFile.parse(LIST).caller(certificate("CN=bob", "CN=ca"));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> stranger.require(Permission.OPERATE))
                .matches(e -> e.type() == ProblemType.FORBIDDEN)
                .withMessageContaining("CN=bob has no role (expected: one with the permission operate)")
                .withMessageContaining("role: operator or admin, to: [\"CN=bob\"]");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> AccessFile.parse(LIST)
                        .caller(certificate("CN=alice", "CN=ca"))
                        .require(Permission.OPERATE, "users"))
                .withMessageContaining(
                        "has the roles: operator (expected: one with the permission operate in the keyspace"
                                + " users)");
    }

    @Test
    void anEmptyListAllowsNobody() {
        assertThat(AccessFile.parse("grants: []")
                        .caller(certificate("CN=alice", "CN=ca"))
                        .may(Permission.METRICS))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                       | grants: nothing",
                "grants: all                              | grants: \"all\" (expected: a list",
                "roles: []                                | roles: unknown (expected: grants)",
                "'grants: [{role: god, to: [CN=a]}]'      | grants[0].role: \"god\" (expected: reader, operator, admin, peer",
                "'grants: [{role: peer}]'                 | grants[0].to: nothing (expected: a list with at least one",
                "'grants: [{role: peer, to: []}]'         | grants[0].to: an empty list",
                "'grants: [{role: peer, to: [alice]}]'    | grants[0].to: \"alice\" (expected: a distinguished name",
                "'grants: [{role: peer, to: [CN=a], keyspaces: []}]' | leave it out for all",
                "'grants: [{role: peer, to: [CN=a], keyspace: [a]}]' | grants[0].keyspace: unknown",
                "'grants: [{role: peer, to: [CN=a], issuer: []}]'    | grants[0].issuer",
                "'grants: [{role: peer, role: admin, to: [CN=a]}]'   | line 1",
                "'grants: [peer]'                         | grants[0]: \"peer\"",
                "'[1]'                                    | grants: nothing",
            })
    void whatIsWrongIsNamed(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AccessFile.parse(text))
                .withMessageContaining(message);
    }

    @Test
    void theFileIsReadAgainAndWhatCannotBeUsedChangesNothing(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("access.yaml"), "grants: []");
        LiveAccess access = LiveAccess.open(file);
        Identity alice = certificate("CN=alice", "CN=ca");
        assertThat(access.current().caller(alice).may(Permission.OPERATE)).isFalse();

        Files.writeString(file, LIST);
        access.reload();
        assertThat(access.current().caller(alice).may(Permission.OPERATE)).isTrue();

        Files.writeString(file, "grants: [");
        access.reload();
        Files.delete(file);
        access.reload();
        assertThat(access.current().caller(alice).may(Permission.OPERATE)).isTrue();

        Files.writeString(file, "grants: []");
        access.reload();
        assertThat(access.current().caller(alice).may(Permission.OPERATE)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LiveAccess.open(directory.resolve("none.yaml")))
                .withMessageContaining("none.yaml");
    }

    private static Identity certificate(String subject, String issuer) {
        return new Identity(Identity.Kind.CERTIFICATE, subject, List.of(), issuer);
    }
}
