/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.problem.ProblemException;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which peers a transfer may name. Resolves each name once, for check and call. Blocks while it resolves. */
public final class PeerPolicy {
    // As DNS has it.
    private static final int LONGEST_HOST = 253;

    private final PeerRules rules;
    private final List<PeerEntry> entries;
    private final Supplier<Set<InetAddress>> ring;
    private final Resolver resolver;

    /**
     * @param ring addresses of the ring's nodes; called for each check
     * @throws IllegalArgumentException naming a malformed entry
     */
    public PeerPolicy(PeerRules rules, Supplier<Set<InetAddress>> ring) {
        this(rules, ring, InetAddress::getAllByName);
    }

    PeerPolicy(PeerRules rules, Supplier<Set<InetAddress>> ring, Resolver resolver) {
        this.rules = rules;
        this.entries = rules.allowed().stream().map(PeerEntry::parse).toList();
        this.ring = ring;
        this.resolver = resolver;
    }

    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /**
     * @param uri as {@code http://10.0.0.1:9043}
     * @throws ProblemException INVALID_REQUEST where it is malformed, UNPROCESSABLE where its scheme is not that of this
     *     sidecar, PEER_NOT_ALLOWED or PEER_UNREACHABLE
     */
    public AllowedPeer allow(URI uri) {
        String host = hostOf(uri);
        InetAddress address = firstAllowed(host, resolve(host, "The peer is"), uri.getPort());
        return new AllowedPeer(pinned(uri, address), new InetSocketAddress(address, uri.getPort()));
    }

    /**
     * At the peer's own address, or at another allowed one. Its port is {@link PeerRules#dataPort}, or one that an entry
     * names: a peer must not lead this sidecar to other services of an allowed host.
     *
     * @throws ProblemException PEER_NOT_ALLOWED or PEER_UNREACHABLE
     */
    public InetSocketAddress allowDataPlane(AllowedPeer peer, String host, int port) {
        if (port < 1 || port > 65535) {
            throw refused("the data plane of " + peer.uri(), "port " + port + " (expected: 1 to 65535)", null);
        }
        InetAddress known = peer.control().getAddress();
        InetAddress[] candidates = resolve(host, "The data plane of " + peer.uri() + " is at");
        for (InetAddress candidate : candidates) {
            if (candidate.isAnyLocalAddress()) {
                return dataPlane(peer, peer.control().getHostString(), known, port);
            }
            if (candidate.equals(known)) {
                return dataPlane(peer, host, named(host, candidate), port);
            }
        }
        return dataPlane(peer, host, firstAllowed(host, candidates, 0), port);
    }

    private InetSocketAddress dataPlane(AllowedPeer peer, String host, InetAddress address, int port) {
        String controlHost = peer.control().getHostString();
        boolean allowed = rules.dataPort() == 0
                || rules.dataPort() == port
                || entries.stream()
                        .filter(entry -> entry.port() == port)
                        .anyMatch(entry -> entry.matches(host, address, port)
                                || (address.equals(peer.control().getAddress())
                                        && entry.matches(controlHost, address, port)));
        if (!allowed) {
            throw refused(
                    "the data plane of " + peer.uri(),
                    "port " + port + " (expected: " + rules.dataPort()
                            + ", which is peers.dataPort of this sidecar, or a port that peers.allow names with " + host
                            + ")",
                    null);
        }
        return new InetSocketAddress(address, port);
    }

    private String hostOf(URI uri) {
        String scheme = rules.tls() ? "https" : "http";
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        String path = uri.getRawPath();
        boolean bare = uri.getRawUserInfo() == null
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null
                && (path == null || path.isEmpty() || path.equals("/"));
        if (!http || uri.getHost() == null || uri.getPort() < 1 || uri.getPort() > 65535 || !bare) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "The address of a peer is malformed: " + uri + " (expected: " + scheme
                            + "://host:port and nothing else; sidecars listen on 9043 by default).");
        }
        if (!scheme.equalsIgnoreCase(uri.getScheme())) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "The address of a peer is " + uri + " (expected: " + scheme + "://host:port, since TLS is "
                            + (rules.tls() ? "" : "not ") + "configured at this sidecar).");
        }
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private InetAddress[] resolve(String host, String what) {
        try {
            return resolver.resolve(host);
        } catch (UnknownHostException e) {
            // Retried, not refused: names come and go with the hosts and containers behind them.
            throw new ProblemException(
                    ProblemType.PEER_UNREACHABLE,
                    what + " '" + OneLine.of(host, LONGEST_HOST)
                            + "', which does not resolve. Check the name and this host's DNS.",
                    e);
        }
    }

    private InetAddress firstAllowed(String host, InetAddress[] candidates, int port) {
        for (InetAddress candidate : candidates) {
            if (isAllowed(host, candidate, port)) {
                return named(host, candidate);
            }
        }
        boolean unknown = rules.ring() && ring.get().isEmpty();
        throw refused(
                "'" + host + (port == 0 ? "" : ":" + port) + "'",
                (unknown
                                ? "not in peers.allow of this sidecar, and its Cassandra does not tell the nodes of its ring now"
                                : "neither in peers.allow of this sidecar nor a node of its ring")
                        + " (resolved: " + List.of(candidates) + "). "
                        + (unknown ? "Try again once Cassandra answers; or" : "If it is meant,")
                        + " add it to peers.allow in the configuration of this sidecar, and restart it",
                null);
    }

    private boolean isAllowed(String host, InetAddress address, int port) {
        boolean listed = entries.stream()
                .filter(entry -> entry.exact() || isOrdinary(address))
                .anyMatch(entry -> entry.matches(host, address, port));
        return listed
                || (rules.ring()
                        && isOrdinary(address)
                        && ringPort(port)
                        && ring.get().contains(address));
    }

    private boolean ringPort(int port) {
        return port == 0 || rules.ringPort() == 0 || rules.ringPort() == port;
    }

    // Excludes addresses of other services, for instance a cloud's metadata at 169.254.169.254.
    private boolean isOrdinary(InetAddress address) {
        return (rules.loopback() || !address.isLoopbackAddress())
                && !address.isLinkLocalAddress()
                && !address.isMulticastAddress()
                && !address.isAnyLocalAddress();
    }

    // Without TLS no second look-up may lead elsewhere; with TLS the certificate proves the name.
    private URI pinned(URI uri, InetAddress address) {
        if (rules.tls()) {
            return uri;
        }
        try {
            return new URI(uri.getScheme(), null, NetUtil.toAddressString(address), uri.getPort(), null, null, null);
        } catch (URISyntaxException e) {
            throw refused(uri, "its address forms no URI", e);
        }
    }

    private static InetAddress named(String host, InetAddress address) {
        try {
            return InetAddress.getByAddress(host, address.getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(address + ": an address of an illegal length", e);
        }
    }

    private static ProblemException refused(Object what, String why, @Nullable Throwable cause) {
        return new ProblemException(
                ProblemType.PEER_NOT_ALLOWED, what + " is not allowed as a peer: " + why + ".", cause);
    }
}
