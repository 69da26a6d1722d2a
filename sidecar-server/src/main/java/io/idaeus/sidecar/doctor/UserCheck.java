/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.client.Diagnosis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether doctor runs as the sidecar's user. Another user's permissions say nothing about the sidecar's. */
final class UserCheck {
    private UserCheck() {}

    /** @param state the sidecar's state directory; its owner is the sidecar's user */
    static Diagnosis of(String user, Path state) {
        String owner;
        try {
            owner = Files.getOwner(state).getName();
        } catch (IOException absentOrUnreadable) {
            return user.equals("root")
                    ? Diagnosis.warn(
                            "user",
                            "doctor runs as root, which may read and write everything",
                            "run it as the sidecar's user, for instance: runuser -u cassandra -- idaeus doctor")
                    : Diagnosis.ok("user", "doctor runs as " + user);
        }
        return owner.equals(user)
                ? Diagnosis.ok("user", "doctor runs as %s, the owner of %s".formatted(user, state))
                : Diagnosis.warn(
                        "user",
                        "doctor runs as %s, but %s belongs to %s: they may not do the same"
                                .formatted(user, state, owner),
                        "run it as the sidecar's user (runuser -u %s -- idaeus doctor); if that is %s, chown the directory"
                                .formatted(owner, user));
    }
}
