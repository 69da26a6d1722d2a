/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.util.List;

/** What a finished command left: its exit code and everything it wrote. */
public record CommandResult(List<String> command, int exitCode, String stdout, String stderr) {

    /** This result, or an exception that shows the output when the exit code is not 0. */
    public CommandResult orThrow() {
        if (exitCode != 0) {
            throw new IllegalStateException(describe());
        }
        return this;
    }

    /** The command, its exit code and its output, for messages. */
    public String describe() {
        return "`%s` ended with exit code %d%nstdout: %s%nstderr: %s"
                .formatted(String.join(" ", command), exitCode, stdout.strip(), stderr.strip());
    }
}
