/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import io.idaeus.it.harness.process.Command;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The commands that competitors need. Installs missing ones as root on Debian. */
public final class Packages {
    /** Debian packages; other commands are part of every system. */
    private static final Map<String, List<String>> PACKAGES = Map.ofEntries(
            Map.entry("gcc", List.of("gcc", "libc6-dev")),
            Map.entry("ip", List.of("iproute2")),
            Map.entry("iptables", List.of("iptables")),
            Map.entry("ping", List.of("iputils-ping")),
            Map.entry("rsync", List.of("rsync")),
            Map.entry("nginx", List.of("nginx")),
            Map.entry("curl", List.of("curl")),
            Map.entry("openssl", List.of("openssl")),
            Map.entry("sshd", List.of("openssh-server")),
            Map.entry("scp", List.of("openssh-client")),
            Map.entry("ssh-keygen", List.of("openssh-client")));

    private Packages() {}

    /** The commands that still cannot be run after an attempt to install them. */
    public static List<String> missing(List<String> commands) {
        List<String> missing = absent(commands);
        List<String> wanted = missing.stream()
                .flatMap(command -> PACKAGES.getOrDefault(command, List.of()).stream())
                .toList();
        if (!wanted.isEmpty() && mayInstall()) {
            install(wanted);
        }
        return absent(commands);
    }

    private static List<String> absent(List<String> commands) {
        return commands.stream().filter(command -> !isThere(command)).toList();
    }

    public static boolean isThere(String command) {
        return Files.isExecutable(path(command));
    }

    /** Searches the sbin directories too, which hold servers. */
    public static Path path(String command) {
        return Arrays.stream((System.getenv("PATH") + ":/usr/sbin:/sbin").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of(command));
    }

    public static boolean root() {
        return System.getProperty("user.name").equals("root");
    }

    private static boolean mayInstall() {
        return root() && isThere("apt-get") && Files.exists(Path.of("/etc/debian_version"));
    }

    private static void install(List<String> packages) {
        System.err.println("Installing " + String.join(" ", packages) + " ...");
        List<String> command = new ArrayList<>(List.of("apt-get", "install", "-y", "-qq", "--no-install-recommends"));
        command.addAll(packages);
        // The run level keeps Debian from starting what it installs.
        Map<String, String> environment = Map.of("DEBIAN_FRONTEND", "noninteractive", "RUNLEVEL", "1");
        Command.of("apt-get", "update", "-qq").within(Duration.ofMinutes(5)).run();
        Command.of(command)
                .withEnvironment(environment)
                .within(Duration.ofMinutes(10))
                .run();
    }
}
