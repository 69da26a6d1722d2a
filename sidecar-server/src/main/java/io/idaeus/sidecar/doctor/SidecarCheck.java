/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.client.ClockSkew;
import io.idaeus.client.Diagnosis;
import io.idaeus.client.PemTls;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarClientBuilder;
import io.idaeus.client.SidecarUnreachableException;
import io.idaeus.sidecar.config.LocalAddress;
import io.idaeus.sidecar.config.PeersConfig;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Whether this host's sidecar and its peers answer, and whether their clocks agree with this one. */
final class SidecarCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PEERS = Duration.ofSeconds(15);
    private static final int AT_ONCE = 32;

    private static final Pattern PEER =
            Pattern.compile("(?:\\[(?<bracketed>[^]]+)]|(?<host>[^:]+))(?::(?<port>\\d+))?");

    private final SidecarConfig config;
    private final @Nullable TlsPaths tls;
    private final Clock clock;

    SidecarCheck(SidecarConfig config, @Nullable TlsPaths tls, Clock clock) {
        this.config = config;
        this.tls = tls;
        this.clock = clock;
    }

    /** By which the control plane is called. */
    static String host(SidecarConfig config) {
        String host = config.control().host();
        return host.equals("0.0.0.0") || host.equals("::") ? config.data().advertisedHost() : host;
    }

    List<Diagnosis> own() {
        int port = config.control().port();
        // 0 is any free port: nobody knows which.
        return port == 0
                ? List.of()
                : clients(List.of(at(host(config), port))).stream()
                        .map(this::own)
                        .toList();
    }

    private Diagnosis own(SidecarClient sidecar) {
        try {
            return ClockSkew.of(sidecar, clock, "sidecar");
        } catch (SidecarUnreachableException away) {
            return Diagnosis.fail(
                    "sidecar",
                    "no response from this host's sidecar at %s: %s".formatted(sidecar.base(), away.detail()),
                    away.remedy() + "; start it, for instance, by: systemctl start idaeus-sidecar");
        }
    }

    /**
     * Asks all at once, as far as the time allows.
     *
     * @param ring addresses of its nodes
     */
    List<Diagnosis> peers(Set<InetAddress> ring) {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, DaemonThreads.named("doctor-peer"));
        try {
            return clients(addresses(ring)).stream()
                    .map(peer -> CompletableFuture.supplyAsync(() -> peer(peer), threads)
                            .completeOnTimeout(late(peer), PEERS.toSeconds(), TimeUnit.SECONDS))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private Diagnosis peer(SidecarClient peer) {
        try {
            return ClockSkew.of(peer, clock, "peer");
        } catch (SidecarUnreachableException away) {
            return Diagnosis.warn(
                    "peer",
                    "no response from %s: %s".formatted(peer.base(), away.detail()),
                    away.remedy() + "; the address comes from peers.allow or the ring");
        }
    }

    private static Diagnosis late(SidecarClient peer) {
        return Diagnosis.warn(
                "peer",
                "no response from %s within the %d s that all peers have".formatted(peer.base(), PEERS.toSeconds()),
                "look at it alone: idaeus doctor --url " + peer.base());
    }

    /** The peers that peers.allow names one by one, and those of the ring where peers.allowRing is set; not this host. */
    private List<URI> addresses(Set<InetAddress> ring) {
        PeersConfig peers = config.peers();
        int port = peers.ringPort() == 0 ? config.control().port() : peers.ringPort();
        Stream<URI> allowed = peers.allow().stream().flatMap(peer -> address(peer, port).stream());
        Stream<URI> nodes = ring.stream()
                .filter(node -> peers.allowRing() && port != 0 && !LocalAddress.isLocal(node))
                .map(node -> at(node.getHostAddress(), port));
        URI own = at(host(config), config.control().port());
        return Stream.concat(allowed, nodes)
                .filter(peer -> !peer.equals(own))
                .distinct()
                .sorted()
                .toList();
    }

    /** Empty for a network, and for the port of a data plane. */
    private Optional<URI> address(String peer, int ringPort) {
        Matcher parts = PEER.matcher(peer);
        if (peer.contains("/")) {
            return Optional.empty();
        }
        if (!parts.matches()) {
            // An IPv6 address alone.
            return ringPort == 0 ? Optional.empty() : Optional.of(at(peer, ringPort));
        }
        int port = parts.group("port") == null ? ringPort : Integer.parseInt(parts.group("port"));
        String host = parts.group("bracketed") == null ? parts.group("host") : parts.group("bracketed");
        return port == 0 || port == config.peers().dataPort() ? Optional.empty() : Optional.of(at(host, port));
    }

    private URI at(String host, int port) {
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return URI.create((tls == null ? "http" : "https") + "://" + shown + ":" + port);
    }

    private List<SidecarClient> clients(List<URI> addresses) {
        if (addresses.isEmpty()) {
            return List.of();
        }
        SSLContext context;
        try {
            context = tls == null
                    ? null
                    : PemTls.context(tls.trust(), tls.certificate(), tls.key(), tls.keyPasswordFile());
        } catch (IllegalArgumentException unusable) {
            // The check of the certificates says so.
            return List.of();
        }
        return addresses.stream().map(address -> client(address, context)).toList();
    }

    private static SidecarClient client(URI address, @Nullable SSLContext context) {
        SidecarClientBuilder builder = SidecarClient.builder(address)
                .direct()
                .connectTimeout(PATIENCE)
                .requestTimeout(PATIENCE)
                .workTimeout(PATIENCE);
        if (context != null) {
            builder.tls(context);
        }
        return builder.build();
    }
}
