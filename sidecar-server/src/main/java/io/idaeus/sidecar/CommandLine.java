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
 * The arguments that the process was started with.
 *
 * @param config null where neither the arguments nor the environment name a file
 */
record CommandLine(Action action, @Nullable Path config) {
    static final String USAGE = """
            Usage: idaeus-sidecar [--config FILE]
                   idaeus-sidecar doctor [--config FILE] [--json]
              doctor         say what is wrong on this host and how to mend it, and start nothing; exit code 0: nothing is wrong
              --json         print each finding of doctor as a line of JSON
              --config FILE  read the configuration from FILE, instead of the file that IDAEUS_CONFIG names
              --version      print the version
              --help         print this help
            bin/idaeus-sidecar sets IDAEUS_CONFIG to conf/idaeus.yaml beside it, where that file exists.""";

    enum Action {
        RUN,
        EXAMINE,
        EXAMINE_IN_JSON,
        PRINT_VERSION,
        PRINT_HELP
    }

    /** @throws IllegalArgumentException naming the argument that is wrong */
    static CommandLine parse(List<String> arguments, Map<String, String> environment) {
        Action action = Action.RUN;
        String config = environment.get("IDAEUS_CONFIG");
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String argument = rest.next();
            if (argument.equals("--config") && rest.hasNext()) {
                config = rest.next();
            } else if (argument.startsWith("--config=")) {
                config = argument.substring("--config=".length());
            } else if (argument.equals("doctor")) {
                action = Action.EXAMINE;
            } else if (argument.equals("--json") && action == Action.EXAMINE) {
                action = Action.EXAMINE_IN_JSON;
            } else if (argument.equals("--version")) {
                action = Action.PRINT_VERSION;
            } else if (argument.equals("--help") || argument.equals("-h")) {
                action = Action.PRINT_HELP;
            } else {
                throw new IllegalArgumentException(
                        argument.equals("--config") ? "--config needs a file" : "unknown option " + argument);
            }
        }
        return new CommandLine(action, config == null || config.isEmpty() ? null : Path.of(config));
    }
}
