/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.harness.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** scp with its fastest cipher, from an sshd with keys of its own. */
final class Scp implements Tool {
    private int port;

    @Override
    public String name() {
        return "scp";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return List.of("sshd", "scp", "ssh-keygen");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
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
        return Optional.of(Server.start("sshd", command, scratch).listening(Ends.LOOPBACK, port));
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) {
        List<String> command = new ArrayList<>(List.of("scp", "-q", "-r", "-F", "none", "-P", Integer.toString(port)));
        command.addAll(List.of("-i", scratch.resolve("user-key").toString(), "-c", "aes128-gcm@openssh.com"));
        command.addAll(List.of("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"));
        command.add(System.getProperty("user.name") + "@127.0.0.1:" + set.directory());
        command.add(destination.toString());
        return command;
    }

    @Override
    public List<Path> landed(DataSet set, Path destination) {
        Path below = destination.resolve(set.directory().getFileName());
        return set.index().files().stream()
                .map(file -> below.resolve(file.path()))
                .toList();
    }
}
