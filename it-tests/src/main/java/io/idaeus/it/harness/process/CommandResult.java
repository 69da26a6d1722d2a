/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.util.List;

/** The outcome of a finished command. */
public record CommandResult(List<String> command, int exitCode, String stdout, String stderr) {

    /** @throws IllegalStateException with the output when the exit code is not 0 */
    public CommandResult orThrow() {
        if (exitCode != 0) {
            throw new IllegalStateException(describe());
        }
        return this;
    }

    public String describe() {
        return "`%s` ended with exit code %d%nstdout: %s%nstderr: %s"
                .formatted(String.join(" ", command), exitCode, stdout.strip(), stderr.strip());
    }
}
