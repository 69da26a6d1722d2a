/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One build of the sidecar and of the agents that run its data planes.
 *
 * @param commit the source of the build
 * @param root the project's directory
 */
public record SidecarBuild(String commit, Path root) {
    private static final Pattern FLAG = Pattern.compile("(?<=[\\s'])-(X|Dio[.]netty)[^\\s']+");

    public static SidecarBuild current() {
        Path root = Workspace.module().resolve("..").normalize();
        CommandResult described = Command.of(
                        "git", "-C", root.toString(), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                .run();
        return new SidecarBuild(described.exitCode() == 0 ? described.stdout().strip() : "this checkout", root);
    }

    /** @param root named after the commit */
    public static SidecarBuild at(Path root) {
        return new SidecarBuild(root.getFileName().toString(), root);
    }

    /** The command line of a JVM, up to the main class, with this build's jars and launcher flags. */
    List<String> command(String mainClass) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags(Files.readString(sidecar().resolve("bin/idaeus-sidecar"))));
        command.add("-Dlogback.configurationFile=" + root.resolve("it-tests/bench/src/main/conf/logback.xml"));
        command.add("-cp");
        command.add(agents() + ":" + lib() + "/*");
        command.add(mainClass);
        return command;
    }

    public static List<String> flags(String launcher) {
        return FLAG.matcher(launcher).results().map(MatchResult::group).toList();
    }

    /** SHA-256 of the sidecar's jars and their names. Equal digests mean equal builds. */
    public String digest() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path jar : jars()) {
                digest.update(jar.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(jar));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** @throws IOException if the process has opened a jar of another build, or no jar of this one */
    public void requireJarsIn(long pid) throws IOException {
        List<Path> opened = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    opened.add(Files.readSymbolicLink(descriptor));
                } catch (NoSuchFileException e) {
                    // Closed since it was listed.
                }
            }
        }
        List<Path> jars =
                opened.stream().filter(file -> file.toString().endsWith(".jar")).toList();
        if (jars.isEmpty() || !jars.stream().allMatch(jar -> jar.startsWith(lib()))) {
            throw new IOException("process %d runs on %s (expected: the jars in %s)".formatted(pid, jars, lib()));
        }
    }

    private List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(lib())) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private Path sidecar() {
        Path sidecar = root.resolve("sidecar-server/target/idaeus-sidecar");
        if (!Files.isDirectory(sidecar)) {
            throw new IllegalStateException(
                    "%s is missing: run `mvn package -DskipTests -pl sidecar-server -am`".formatted(sidecar));
        }
        return sidecar;
    }

    private Path lib() {
        return sidecar().resolve("lib");
    }

    private Path agents() {
        return root.resolve("it-tests/bench/target/classes");
    }
}
