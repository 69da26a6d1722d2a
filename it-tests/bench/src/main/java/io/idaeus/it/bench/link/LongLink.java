/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import io.idaeus.it.bench.measure.CProgram;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Packages;
import io.idaeus.it.bench.measure.Server;
import io.idaeus.it.bench.measure.Usage;
import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two network namespaces and a process that forwards packets between them with a delay, a rate and losses ({@code
 * link.c}). TCP runs from end to end. Needs root and /dev/net/tun. Closing it leaves nothing.
 */
final class LongLink implements AutoCloseable {
    private static final String DEVICE = "link0";
    static final String SENDER_ADDRESS = "10.213.0.1";
    static final String RECEIVER_ADDRESS = "10.213.0.2";
    private static final Path ALLOWED = Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control");

    private final String senderSpace = "idaeus-" + ProcessHandle.current().pid() + "-sender";
    private final String receiverSpace = "idaeus-" + ProcessHandle.current().pid() + "-receiver";
    private final LinkPath path;
    private final Server forwarder;
    private final Thread atExit = new Thread(this::deleteSpaces, "delete-namespaces");

    private LongLink(LinkPath path, Path scratch, long seed) throws IOException {
        this.path = path;
        String program = CProgram.compile("link", scratch).toString();
        Runtime.getRuntime().addShutdownHook(atExit);
        run("ip", "netns", "add", senderSpace);
        run("ip", "netns", "add", receiverSpace);
        forwarder = Server.start(
                "link",
                List.of(
                        program,
                        senderSpace,
                        receiverSpace,
                        DEVICE,
                        Long.toString(path.bitsPerSecond()),
                        Long.toString(path.rttMillis() * 500L),
                        Long.toString(path.lost()),
                        Long.toString(seed),
                        Long.toString(path.queueBytes()),
                        Integer.toString(LinkPath.MTU)),
                scratch);
    }

    /** @param seed of the losses */
    static LongLink open(LinkPath path, Path scratch, long seed) throws IOException {
        LongLink link = new LongLink(path, scratch, seed);
        try {
            link.forwarder.readLine();
            link.configure(link.senderSpace, SENDER_ADDRESS);
            link.configure(link.receiverSpace, RECEIVER_ADDRESS);
            link.setControl();
            return link;
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /** The requirements of a link that this machine lacks. Installs packages where it may. */
    static List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (!Packages.root()) {
            missing.add("root");
        }
        if (!Files.isWritable(Path.of("/dev/net/tun"))) {
            missing.add("/dev/net/tun");
        }
        missing.addAll(Packages.missing(List.of("ip", CProgram.COMPILER)));
        return missing;
    }

    LinkPath path() {
        return path;
    }

    Ends ends() {
        return new Ends(within(senderSpace), within(receiverSpace), SENDER_ADDRESS);
    }

    LinkCounters counters() throws IOException {
        return LinkCounters.of(forwarder.ask("counters"), Usage.cpuSeconds(forwarder.pid()));
    }

    /** Lets both ends forget what earlier connections learnt about the path. */
    void forget() {
        run("ip", "netns", "exec", senderSpace, "ip", "tcp_metrics", "flush");
        run("ip", "netns", "exec", receiverSpace, "ip", "tcp_metrics", "flush");
    }

    private void configure(String space, String address) {
        run("ip", "-n", space, "address", "add", address + "/24", "dev", DEVICE);
        run("ip", "-n", space, "link", "set", DEVICE, "up");
        run("ip", "-n", space, "link", "set", "lo", "up");
        set(space, "tcp_rmem", "4096 131072 " + path.receiveBuffer());
        set(space, "tcp_wmem", "4096 16384 " + path.sendBuffer());
    }

    // A namespace may set only what the machine allows, and keeps what it has set.
    private void setControl() throws IOException {
        String allowed = Files.readString(ALLOWED).strip();
        boolean widens = !List.of(allowed.split(" ", -1)).contains(path.control());
        try {
            if (widens) {
                Files.writeString(ALLOWED, allowed + " " + path.control());
            }
            set(senderSpace, "tcp_congestion_control", path.control());
            set(receiverSpace, "tcp_congestion_control", path.control());
        } finally {
            if (widens) {
                Files.writeString(ALLOWED, allowed);
            }
        }
    }

    private static void set(String space, String name, String value) {
        run("ip", "netns", "exec", space, "sysctl", "-q", "-w", "net.ipv4." + name + "=" + value);
    }

    private static List<String> within(String space) {
        return List.of("ip", "netns", "exec", space);
    }

    private static void run(String... command) {
        Command.of(command).run().orThrow();
    }

    @Override
    public void close() {
        forwarder.close();
        deleteSpaces();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private void deleteSpaces() {
        Command.of("ip", "netns", "delete", senderSpace).run();
        Command.of("ip", "netns", "delete", receiverSpace).run();
    }
}
