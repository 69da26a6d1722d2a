/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCheckTest {
    @TempDir
    Path state;

    @Test
    void theOwnerOfTheStateDirectoryIsTheRightUser() throws Exception {
        String owner = Files.getOwner(state).getName();
        assertThat(UserCheck.of(owner, state))
                .isEqualTo(Diagnosis.ok("user", "doctor runs as %s, the owner of %s".formatted(owner, state)));

        Diagnosis other = UserCheck.of("alice", state);
        assertThat(other.status()).isEqualTo(Status.WARN);
        assertThat(other.found())
                .isEqualTo(
                        "doctor runs as alice, but %s belongs to %s: they may not do the same".formatted(state, owner));
        assertThat(other.remedy())
                .contains("runuser -u %s -- idaeus doctor".formatted(owner), "if that is alice, chown");
    }

    @Test
    void beforeTheFirstStartRootAloneIsWarned() {
        Path absent = state.resolve("absent");
        assertThat(UserCheck.of("alice", absent)).isEqualTo(Diagnosis.ok("user", "doctor runs as alice"));
        Diagnosis root = UserCheck.of("root", absent);
        assertThat(root.status()).isEqualTo(Status.WARN);
        assertThat(root.remedy()).contains("run it as the sidecar's user");
    }
}
