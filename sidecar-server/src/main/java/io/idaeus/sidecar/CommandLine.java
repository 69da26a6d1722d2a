/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the process was started with.
 *
 * @param config null for defaults and the environment alone
 */
record CommandLine(Action action, @Nullable Path config) {
    static final String USAGE = """
            Usage: idaeus-sidecar [--config FILE]
              --config FILE  the configuration; IDAEUS_CONFIG where absent, else defaults and the environment
              --version      prints the version
              --help         prints this""";

    /** What to do. */
    enum Action {
        RUN,
        PRINT_VERSION,
        PRINT_HELP
    }

    /** @throws IllegalArgumentException naming what is not understood */
    static CommandLine parse(List<String> arguments, Map<String, String> environment) {
        Action action = Action.RUN;
        String config = environment.get("IDAEUS_CONFIG");
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String argument = rest.next();
            if (argument.equals("--config") && rest.hasNext()) {
                config = rest.next();
            } else if (argument.startsWith("--config=")) {
                config = argument.substring("--config=".length());
            } else if (argument.equals("--version")) {
                action = Action.PRINT_VERSION;
            } else if (argument.equals("--help") || argument.equals("-h")) {
                action = Action.PRINT_HELP;
            } else {
                throw new IllegalArgumentException(
                        argument.equals("--config") ? "--config needs a file" : argument + " is no option");
            }
        }
        return new CommandLine(action, config == null || config.isEmpty() ? null : Path.of(config));
    }
}
