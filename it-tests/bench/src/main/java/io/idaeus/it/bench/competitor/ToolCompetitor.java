/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.PeakWatch;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Server;
import io.idaeus.it.bench.measure.Sides;
import io.idaeus.it.bench.measure.Usage;
import io.idaeus.it.harness.process.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a tool in a new process each time, timed from start to end. */
final class ToolCompetitor implements Competitor {
    private final Tool tool;
    private @Nullable Server server;
    private @Nullable DataSet set;
    private Path scratch = Path.of("");

    ToolCompetitor(Tool tool) {
        this.tool = tool;
    }

    @Override
    public String name() {
        return tool.name();
    }

    @Override
    public int connections() {
        return tool.connections();
    }

    @Override
    public List<String> needs() {
        return tool.needs();
    }

    @Override
    public void open(DataSet opened, Path directory) throws IOException {
        set = opened;
        scratch = directory;
        server = tool.serve(opened, directory).orElse(null);
    }

    @Override
    public Sample run(Path destination) throws IOException {
        List<String> command = tool.receive(set(), scratch, destination);
        double senderBefore = senderCpu();
        double receiverBefore = Usage.endedChildrenCpuSeconds();
        Path log = scratch.resolve(name() + "-receive.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        long began = System.nanoTime();
        Process receiver = builder.start();
        try (PeakWatch peak = new PeakWatch(receiver.pid())) {
            Guard.watch(receiver);
            int exit = receiver.waitFor();
            double seconds = (System.nanoTime() - began) / 1e9;
            if (exit != 0) {
                throw new IOException(name() + ": exit code " + exit + " of " + command + ": " + Files.readString(log));
            }
            return new Sample(
                    seconds,
                    new Sides(senderCpu() - senderBefore, Usage.endedChildrenCpuSeconds() - receiverBefore),
                    new Sides(server == null ? 0 : Usage.peakRssBytes(server.pid()), peak.bytes()),
                    null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            receiver.destroyForcibly();
            throw new IOException(e);
        }
    }

    @Override
    public List<Path> landed(Path destination) {
        return tool.landed(set(), destination);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private double senderCpu() {
        return server == null ? 0 : Usage.cpuSeconds(server.pid());
    }

    private DataSet set() {
        if (set == null) {
            throw new IllegalStateException(name() + " is not open");
        }
        return set;
    }
}
