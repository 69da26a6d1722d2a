/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The {@code idaeus} command through its launcher, the way people run it. */
public final class IdaeusCommand {
    private IdaeusCommand() {}

    /** Runs it to its end and answers whatever its exit code is. */
    public static CommandResult run(String... arguments) {
        return command(arguments).run();
    }

    /** The command, for whoever wants to run it in another way. */
    public static Command command(String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(Workspace.idaeus().toString());
        words.addAll(List.of(arguments));
        return Command.of(words).withEnvironment(Map.of("JAVA_HOME", Java.home()));
    }
}
