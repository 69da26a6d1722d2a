/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The {@code idaeus} command, through its launcher. */
public final class IdaeusCli {
    private IdaeusCli() {}

    public static CommandResult run(String... arguments) {
        return command(arguments).run();
    }

    public static Command command(String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(Workspace.idaeus().toString());
        words.addAll(List.of(arguments));
        return Command.of(words).withEnvironment(Map.of("JAVA_HOME", Java.home()));
    }
}
