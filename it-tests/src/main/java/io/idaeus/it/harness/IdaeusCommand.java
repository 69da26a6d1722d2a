/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.util.ArrayList;
import java.util.List;

/** The built {@code idaeus} command. */
public final class IdaeusCommand {
    private IdaeusCommand() {}

    /** Runs it to its end and answers whatever its exit code is. */
    public static CommandResult run(String... arguments) {
        return Command.of(words(arguments)).run();
    }

    /** The command line, for whoever wants to start it in another way. */
    public static List<String> words(String... arguments) {
        List<String> words = new ArrayList<>(
                List.of(Java.executable(), "-jar", Workspace.idaeusJar().toString()));
        words.addAll(List.of(arguments));
        return words;
    }
}
