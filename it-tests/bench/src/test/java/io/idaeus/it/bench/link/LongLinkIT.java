/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.bench.agent.FileIndex;
import io.idaeus.it.bench.competitor.Competitor;
import io.idaeus.it.bench.competitor.Competitors;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.data.DataSets;
import io.idaeus.it.bench.data.RandomFiles;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The link does to packets what it is asked to. Needs root, /dev/net/tun and ping. */
@Tag("timing")
class LongLinkIT {
    private static final long BUFFER = 6 << 20;
    private static final List<String> CONTROL = List.of("sysctl", "-n", "net.ipv4.tcp_congestion_control");

    @TempDir
    Path directory;

    @BeforeAll
    static void needsRoot() {
        LinkNeeds.orSkip("ping");
    }

    @Test
    void packetsAreDelayed() throws IOException {
        try (LongLink link = open(1, 40, 0)) {
            String pinged = ping(link, "-c", "20", "-i", "0.05");

            assertThat(number(pinged, "= ([0-9.]+)/")).isBetween(40.0, 60.0);
            assertThat(number(pinged, "([0-9.]+)% packet loss")).isZero();
        }
    }

    @Test
    void packetsAreLostAtRandom() throws IOException {
        try (LongLink link = open(1, 1, 10)) {
            String pinged = ping(link, "-c", "1000", "-i", "0.002");

            // Request and response: 1 - 0.9².
            assertThat(number(pinged, "([0-9.]+)% packet loss")).isBetween(14.0, 24.0);
            assertThat(link.counters().lost()).isBetween(140L, 240L);
        }
    }

    @Test
    void aLinkCarriesItsRateAndNoMore() throws IOException {
        DataSet set = new DataSets(directory, 0.004).get("hot");
        try (LongLink link = open(0.1, 2, 0);
                Competitor limit = Competitors.onLink("c-limit", 2, link.ends())) {
            limit.open(set, Files.createDirectories(directory.resolve("scratch")));

            Sample sample = limit.run(Files.createDirectories(directory.resolve("destination")));

            assertThat(link.path().share(set.bytes(), sample.seconds())).isBetween(0.5, 1.0);
        }
    }

    /** A response takes 126 ms. With a round trip before each, a link would carry 0.59 of its rate at best. */
    @Test
    void requestsGoAheadOfResponses() throws IOException {
        Path content = Files.createDirectories(directory.resolve("files"));
        FileIndex index = RandomFiles.equal(30, 3 << 20).write(content);
        DataSet set = new DataSet("files", content, index, List.of(), null, false);
        try (LongLink link = open(0.2, 80, 0);
                Competitor idaeus = Competitors.onLink("idaeus", 1, link.ends())) {
            idaeus.open(set, Files.createDirectories(directory.resolve("scratch")));
            // Loads classes.
            idaeus.run(Files.createDirectories(directory.resolve("first")));

            Sample sample = idaeus.run(Files.createDirectories(directory.resolve("second")));

            assertThat(link.path().share(set.bytes(), sample.seconds())).isGreaterThan(0.65);
        }
    }

    /** The search decides after about nine seconds, if ten more are to come. */
    @Test
    void connectionsAreAddedWhereThePathLosesPackets() throws IOException {
        assertThat(connectionsAtEnd(0.2, 0.2, 30)).isGreaterThan(4);
    }

    /** Four connections fill the queue of the link, which drops packets. */
    @Test
    void noConnectionIsAddedWhereThePathIsFull() throws IOException {
        assertThat(connectionsAtEnd(0.032, 0, 28)).isEqualTo(4);
    }

    private int connectionsAtEnd(double gigabits, double lossPercent, int files) throws IOException {
        Path content = Files.createDirectories(directory.resolve("files"));
        FileIndex index = RandomFiles.equal(files, 3 << 20).write(content);
        DataSet set = new DataSet("files", content, index, List.of(), null, false);
        try (LongLink link = open(gigabits, 80, lossPercent);
                Competitor idaeus = Competitors.onLink("idaeus-adaptive", 4, link.ends())) {
            idaeus.open(set, Files.createDirectories(directory.resolve("scratch")));

            idaeus.run(Files.createDirectories(directory.resolve("destination")));

            return idaeus.connections();
        }
    }

    @Test
    void nothingIsLeft() throws IOException {
        open(1, 1, 0).close();

        assertThat(Command.of("ip", "netns", "list").run().orThrow().stdout())
                .doesNotContain("idaeus-" + ProcessHandle.current().pid());
    }

    @Test
    void whatTheMachineAllowsStaysAsItWas() throws IOException {
        Path allowed = Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control");
        String before = Files.readString(allowed);
        Files.writeString(allowed, "reno");
        try (LongLink link = open(1, 1, 0)) {
            for (List<String> set :
                    List.of(link.ends().atSender(CONTROL), link.ends().atReceiver(CONTROL))) {
                assertThat(Command.of(set).run().orThrow().stdout().strip()).isEqualTo("cubic");
            }
            assertThat(Files.readString(allowed).strip()).isEqualTo("reno");
        } finally {
            Files.writeString(allowed, before);
        }
    }

    private LongLink open(double gigabits, int rttMillis, double lossPercent) throws IOException {
        return LongLink.open(new LinkPath(gigabits, rttMillis, lossPercent, "cubic", BUFFER, BUFFER), directory, 1);
    }

    private static String ping(LongLink link, String... options) {
        List<String> command = new ArrayList<>(List.of("ping", "-q"));
        command.addAll(List.of(options));
        command.add(link.ends().host());
        return Command.of(link.ends().atReceiver(command)).run().stdout();
    }

    private static double number(String text, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return Double.parseDouble(found.group(1));
    }
}
