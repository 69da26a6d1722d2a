/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How late the machine itself wakes a thread while a competitor runs: a real-time thread on each core wakes every 5 ms.
 * It waits for the host and for long system calls, not for a core. Costs 200 wake-ups per second and core.
 */
public final class MachineDelay implements AutoCloseable {
    private final @Nullable Server probe;

    private MachineDelay(@Nullable Server probe) {
        this.probe = probe;
    }

    /** Measures nothing without a compiler or the right to real-time priority. */
    public static MachineDelay watching(Path scratch) throws IOException {
        if (!Packages.isThere(CProgram.COMPILER)) {
            return new MachineDelay(null);
        }
        List<String> command = List.of(CProgram.compile("late", scratch).toString());
        Server probe = Server.start("late", command, scratch);
        try {
            probe.readLine();
            return new MachineDelay(probe);
        } catch (IOException denied) {
            probe.close();
            System.err.println("Machine delay is not measured: " + denied.getMessage());
            return new MachineDelay(null);
        }
    }

    /** The 99th percentile of time in milliseconds since the last call; null if not measured. */
    @Nullable
    public Double takeMillis() throws IOException {
        return probe == null ? null : Double.valueOf(probe.ask("take").get(0));
    }

    @Override
    public void close() {
        if (probe != null) {
            probe.close();
        }
    }
}
