/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Packages;
import io.idaeus.it.harness.process.Command;
import java.util.List;
import java.util.stream.Stream;

/**
 * A route from this machine over a {@link LongLink} and back to it. A server listens on {@link #listener}; who connects to
 * {@link #address} reaches it over the link, in TCP from end to end: the sender's namespace rewrites addresses and no
 * more. Close it before the link.
 */
final class LinkRoute implements AutoCloseable {
    // 198.18.0.0/15 is for tests of networks (RFC 2544). A route takes 16 addresses of it.
    private static final int FIRST = 198 << 24 | 18 << 16;
    private static final int ROUTES = 1 << 13;
    private static final int SIZE = 16;

    private static final String CALLERS = "callers";
    private static final String SERVERS = "servers";

    private final Ends ends;
    private final long pid = ProcessHandle.current().pid();
    private final String callersHere = "idc" + pid;
    private final String serversHere = "ids" + pid;
    private final int base = FIRST + (int) (pid % ROUTES) * SIZE;

    private LinkRoute(Ends ends) {
        this.ends = ends;
    }

    /** At most one in a process. */
    static LinkRoute over(LongLink link) {
        LinkRoute route = new LinkRoute(link.ends());
        try {
            route.connect();
            return route;
        } catch (RuntimeException e) {
            route.close();
            throw e;
        }
    }

    /** For servers on this machine. */
    String listener() {
        return at(5);
    }

    /** The way to them over the link. */
    String address() {
        return at(9);
    }

    private void connect() {
        // Callers at 1, the receiver's namespace at 2.
        veth(ends.receiver(), CALLERS, at(2), callersHere, at(1));
        run(List.of(), "ip", "route", "add", address(), "via", at(2), "dev", callersHere);
        run(ends.receiver(), "ip", "route", "add", address(), "via", LongLink.SENDER_ADDRESS);
        // Servers at 5, the sender's namespace at 6.
        veth(ends.sender(), SERVERS, at(6), serversHere, listener());
        run(ends.sender(), "ip", "route", "add", at(0) + "/30", "via", LongLink.RECEIVER_ADDRESS);
        translate("PREROUTING", "-d", address(), "-j", "DNAT", "--to-destination", listener());
        translate("POSTROUTING", "-o", SERVERS, "-j", "MASQUERADE");
        for (List<String> end : List.of(ends.receiver(), ends.sender())) {
            run(end, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1");
        }
    }

    private void veth(List<String> end, String there, String addressThere, String here, String addressHere) {
        run(end, "ip", "link", "add", there, "type", "veth", "peer", "name", here, "netns", Long.toString(pid));
        run(end, "ip", "address", "add", addressThere + "/30", "dev", there);
        run(end, "ip", "link", "set", there, "up");
        run(List.of(), "ip", "address", "add", addressHere + "/30", "dev", here);
        run(List.of(), "ip", "link", "set", here, "up");
    }

    private void translate(String chain, String... rule) {
        String iptables = Packages.path("iptables").toString();
        Command.of(ends.atSender(concat(List.of(iptables, "-w", "-t", "nat", "-A", chain), List.of(rule))))
                .run()
                .orThrow();
    }

    private static void run(List<String> within, String... command) {
        Command.of(concat(within, List.of(command))).run().orThrow();
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private String at(int offset) {
        int address = base + offset;
        return "%d.%d.%d.%d".formatted(address >>> 24, address >> 16 & 255, address >> 8 & 255, address & 255);
    }

    @Override
    public void close() {
        for (String device : List.of(callersHere, serversHere)) {
            Command.of("ip", "link", "delete", device).run();
        }
    }
}
