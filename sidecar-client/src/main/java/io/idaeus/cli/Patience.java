/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a watch waits for a sidecar that went away. */
final class Patience {

    @Option(
            names = "--reconnect-for",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "How long to look for a sidecar that stopped answering; 10m where not given.")
    private Duration duration = Duration.ofMinutes(10);

    Duration duration() {
        return duration;
    }
}
