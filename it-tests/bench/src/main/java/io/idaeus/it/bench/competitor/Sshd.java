/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Packages;
import io.idaeus.it.bench.measure.Server;
import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server for ssh of its own, with keys of its own. */
final class Sshd {
    private int port;

    /** The commands that it needs, and one more. */
    static List<String> with(String command) {
        return List.of("sshd", command, "ssh-keygen");
    }

    Server start(Path scratch) throws IOException {
        port = Server.freePort();
        for (String key : List.of("host", "user")) {
            Path file = scratch.resolve(key + "-key");
            Command.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
                    .run()
                    .orThrow();
        }
        if (Packages.root()) {
            // Started by root, sshd confines its unprivileged process to this directory.
            Files.createDirectories(Path.of("/run/sshd"));
        }
        Path configuration = Files.writeString(scratch.resolve("sshd_config"), """
                ListenAddress 127.0.0.1:%d
                HostKey %s/host-key
                PidFile none
                AuthorizedKeysFile %2$s/user-key.pub
                StrictModes no
                PasswordAuthentication no
                Subsystem sftp internal-sftp
                """.formatted(port, scratch));
        List<String> command = List.of(Packages.path("sshd").toString(), "-D", "-e", "-f", configuration.toString());
        return Server.start("sshd", command, scratch).listening(Ends.LOOPBACK, port);
    }

    String port() {
        return Integer.toString(port);
    }

    /** The options of ssh and scp, without the port. */
    static List<String> options(Path scratch) {
        return List.of(
                "-F",
                "none",
                "-i",
                scratch.resolve("user-key").toString(),
                "-c",
                "aes128-gcm@openssh.com",
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null");
    }
}
