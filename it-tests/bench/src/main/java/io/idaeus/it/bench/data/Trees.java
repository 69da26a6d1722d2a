/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.data;

import io.idaeus.it.harness.process.Command;
import java.nio.file.Path;
import java.time.Duration;

public final class Trees {
    private static final Duration BOUND = Duration.ofMinutes(10);

    private Trees() {}

    public static void delete(Path directory) {
        Command.of("rm", "-rf", directory.toString()).within(BOUND).run().orThrow();
    }

    static void tar(Path directory, Path tar) {
        Command.of("tar", "-cf", tar.toString(), "-C", directory.toString(), ".")
                .within(BOUND)
                .run()
                .orThrow();
    }

    /** Writes all dirty pages, so that one competitor does not pay for another. */
    public static void sync() {
        Command.of("sync").within(BOUND).run().orThrow();
    }
}
