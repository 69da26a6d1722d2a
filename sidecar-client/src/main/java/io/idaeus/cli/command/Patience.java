/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a watch tries to reconnect. */
public final class Patience {

    @Option(
            names = "--reconnect-for",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "While watching, retry this long when the sidecar at --url does not answer (default: 10m).")
    private Duration duration = Duration.ofMinutes(10);

    public Duration duration() {
        return duration;
    }
}
