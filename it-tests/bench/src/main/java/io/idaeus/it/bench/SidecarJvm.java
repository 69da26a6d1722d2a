/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.harness.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A JVM as the product's launcher starts it: its flags are read from the launcher, so that they cannot differ. */
final class SidecarJvm {
    private static final Pattern FLAG = Pattern.compile("(?<=[\\s'])-(X|Dio[.]netty)[^\\s']+");

    private SidecarJvm() {}

    /** The command, up to and with the main class; ours in front of the product's jars. */
    static List<String> command(String mainClass) throws IOException {
        Path sidecar = Workspace.sidecar();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags(Files.readString(sidecar.resolve("bin/idaeus-sidecar"))));
        command.add("-Dlogback.configurationFile=" + Workspace.module().resolve("bench/src/main/conf/logback.xml"));
        command.add("-cp");
        command.add(Workspace.module().resolve("bench/target/classes") + ":" + sidecar.resolve("lib") + "/*");
        command.add(mainClass);
        return command;
    }

    static List<String> flags(String launcher) {
        return FLAG.matcher(launcher).results().map(MatchResult::group).toList();
    }
}
