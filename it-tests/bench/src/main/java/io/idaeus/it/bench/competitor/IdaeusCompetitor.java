/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.agent.FileIndex;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Server;
import io.idaeus.it.bench.measure.Sides;
import io.idaeus.it.bench.measure.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The product's data planes, one process for each side, on the jars and with the JVM flags of a built sidecar. The
 * receiver proves, forces and renames every file. Both processes live over all runs of a set.
 */
public final class IdaeusCompetitor implements Competitor {
    private static final String AGENTS = "io.idaeus.it.bench.agent.";

    /** A variant of the data planes. */
    public enum Variant {
        PLAIN("idaeus"),
        /** Adapts the number of connections. */
        ADAPTIVE("idaeus-adaptive"),
        /** Every file compressed on the network. */
        ZSTD("idaeus-zstd"),
        /** Sends under a rate limit. */
        THROTTLED("idaeus-throttled"),
        THROTTLED_ZSTD("idaeus-throttled-zstd"),
        /** The receiver writes through the page cache. */
        BUFFERED("idaeus-buffered"),
        TLS("idaeus-tls"),
        TLS_ZSTD("idaeus-tls-zstd");

        private final String competitor;

        Variant(String competitor) {
            this.competitor = competitor;
        }

        public static Variant named(String competitor) {
            return Arrays.stream(values())
                    .filter(variant -> variant.competitor.equals(competitor))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("COMPETITORS: %s cannot run with BASE (expected: some of %s)"
                                    .formatted(competitor, names())));
        }

        boolean isThrottled() {
            return competitor.startsWith("idaeus-throttled");
        }

        boolean isAdaptive() {
            return this == ADAPTIVE;
        }

        boolean hasTls() {
            return this == TLS || this == TLS_ZSTD;
        }

        /** As the receiver takes it. */
        String compression() {
            return competitor.endsWith("-zstd") ? "ZSTD" : "OFF";
        }

        static List<String> names() {
            return Arrays.stream(values()).map(variant -> variant.competitor).toList();
        }
    }

    private final SidecarBuild build;
    private final Variant variant;
    private final int connections;
    private final long rate;
    private final Ends ends;
    private @Nullable Server sender;
    private @Nullable Server receiver;
    private @Nullable DataSet set;
    private int connectionsAtEnd;

    /** @param rate bytes per second; for throttled variants */
    public IdaeusCompetitor(SidecarBuild build, Variant variant, int connections, long rate, Ends ends) {
        this.build = build;
        this.variant = variant;
        this.connections = connections;
        this.ends = ends;
        this.rate = variant.isThrottled() ? rate : 0;
    }

    @Override
    public String name() {
        return variant.competitor;
    }

    /** At the end of the last run, where their number is adapted. */
    @Override
    public int connections() {
        return connectionsAtEnd > 0 ? connectionsAtEnd : connections;
    }

    @Override
    public List<String> needs() {
        return List.of();
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public void open(DataSet opened, Path scratch) throws IOException {
        open(opened, opened.index(), scratch);
    }

    /** @param arriving the files of the set in order, with their paths at the destination */
    void open(DataSet opened, FileIndex arriving, Path scratch) throws IOException {
        set = opened;
        Path index = scratch.resolve("index.tsv");
        opened.index().write(index);
        Path arrivingIndex = scratch.resolve("arriving.tsv");
        arriving.write(arrivingIndex);
        List<String> identity =
                variant.hasTls() ? List.of(ThrowawayIdentity.make(scratch).toString()) : List.of();
        sender = agent(
                "SenderAgent",
                scratch,
                List.of(opened.directory().toString(), index.toString(), Long.toString(rate)),
                identity);
        receiver = agent(
                "ReceiverAgent",
                scratch,
                List.of(arrivingIndex.toString(), Boolean.toString(variant != Variant.BUFFERED)),
                identity);
    }

    /** Lets the receiver read keys as they arrive. */
    void readKeys() throws IOException {
        open(receiver).ask("read-keys");
    }

    @Override
    public Sample run(Path destination) throws IOException {
        return run(destination, receiver -> 0);
    }

    /** A step after the last file has arrived; part of the run. */
    interface AfterPull {
        /** @return its nanoseconds */
        long run(Server receiver) throws IOException;
    }

    Sample run(Path destination, AfterPull afterPull) throws IOException {
        Server from = open(sender);
        Server to = open(receiver);
        String port = from.ask("port").get(0);
        build.requireJarsIn(from.pid());
        build.requireJarsIn(to.pid());
        if (!ends.equals(Ends.LOOPBACK)) {
            // Kept connections know the path already.
            to.ask("disconnect");
        }
        for (Server side : List.of(from, to)) {
            Usage.resetPeak(side.pid());
            side.ask("observe");
        }
        double senderBefore = Usage.cpuSeconds(from.pid());
        double receiverBefore = Usage.cpuSeconds(to.pid());
        List<String> pulled = to.ask("pull " + port + " " + destination + " " + connections);
        connectionsAtEnd = variant.isAdaptive() ? Integer.parseInt(pulled.get(1)) : connections;
        long nanos = Long.parseLong(pulled.get(0)) + afterPull.run(to);
        return new Sample(
                nanos / 1e9,
                new Sides(Usage.cpuSeconds(from.pid()) - senderBefore, Usage.cpuSeconds(to.pid()) - receiverBefore),
                new Sides(Usage.peakRssBytes(from.pid()), Usage.peakRssBytes(to.pid())),
                observed(from.ask("observe"), to.ask("observe")));
    }

    @Override
    public List<Path> landed(Path destination) {
        return set == null
                ? List.of()
                : set.index().files().stream()
                        .map(file -> destination.resolve(file.path()))
                        .toList();
    }

    @Override
    public void close() {
        for (Server side : new Server[] {receiver, sender}) {
            if (side != null) {
                side.close();
            }
        }
        receiver = null;
        sender = null;
    }

    private static Sample.Observed observed(List<String> sender, List<String> receiver) {
        return new Sample.Observed(word(0, sender, receiver), word(1, sender, receiver), word(2, sender, receiver));
    }

    private static Sides word(int number, List<String> sender, List<String> receiver) {
        return new Sides(Double.parseDouble(sender.get(number)), Double.parseDouble(receiver.get(number)));
    }

    private Server agent(String main, Path scratch, List<String> arguments, List<String> identity) throws IOException {
        List<String> command = new ArrayList<>(build.command(AGENTS + main));
        // Not arguments: older builds know neither.
        command.add(1, "-Didaeus.bench.host=" + ends.host());
        command.add(1, "-Didaeus.bench.compression=" + variant.compression());
        command.add(1, "-Didaeus.bench.adaptive=" + variant.isAdaptive());
        command.addAll(arguments);
        command.addAll(identity);
        Files.createDirectories(scratch);
        return Server.start(
                main, main.startsWith("Sender") ? ends.atSender(command) : ends.atReceiver(command), scratch);
    }

    private static Server open(@Nullable Server side) {
        if (side == null) {
            throw new IllegalStateException("idaeus is not open");
        }
        return side;
    }
}
