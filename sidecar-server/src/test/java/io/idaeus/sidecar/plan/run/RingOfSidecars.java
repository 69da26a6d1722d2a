/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Answers in the place of the sidecars of a {@link RingFixture#loopback} ring. Counts requests by path. */
public final class RingOfSidecars implements AutoCloseable {
    /** A port of this process alone: another one may run such a ring at the same time, on the same addresses. */
    public static final int PORT = 10_000 + (int) (ProcessHandle.current().pid() % 20_000);

    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final Map<String, HttpServer> sidecars = new ConcurrentHashMap<>();

    /** How the node sees the cluster is answered already. */
    public static RingOfSidecars of(RingFixture ring) throws IOException {
        RingOfSidecars sidecars = new RingOfSidecars();
        for (ClusterNode node : ring.members()) {
            if (node.liveness().equals("UP")) {
                sidecars.answer(node.address(), "/v1/cluster", () -> ring.seenBy(node));
            }
        }
        return sidecars;
    }

    public static String uri(String address) {
        return "http://" + address + ":" + PORT;
    }

    public RingOfSidecars answer(String address, String path, Supplier<Object> body) throws IOException {
        HttpServer sidecar = sidecars.get(address);
        if (sidecar == null) {
            sidecar = HttpServer.create(new InetSocketAddress(address, PORT), 0);
            sidecar.start();
            sidecars.put(address, sidecar);
        }
        sidecar.createContext(path, exchange -> {
            requests.computeIfAbsent(path, key -> new AtomicInteger()).incrementAndGet();
            byte[] json = ClientJson.mapper().writeValueAsBytes(body.get());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
            exchange.close();
        });
        return this;
    }

    public Map<String, AtomicInteger> requests() {
        return requests;
    }

    /** @param self address of the coordinator's node */
    public SidecarDirectory directory(String self) {
        URI uri = URI.create(uri(self));
        List<String> allowed = new ArrayList<>(sidecars.keySet());
        return new SidecarDirectory(
                () -> SidecarClient.of(uri),
                new PeerPolicy(new PeerRules(allowed, false, PORT, 0, true, false), Set::of),
                () -> uri,
                new SidecarAddress("http", PORT),
                ForkJoinPool.commonPool());
    }

    @Override
    public void close() {
        sidecars.values().forEach(sidecar -> sidecar.stop(0));
    }
}
