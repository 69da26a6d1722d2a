/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.security.Endpoints;
import io.idaeus.sidecar.security.Endpoints.Endpoint;
import io.idaeus.sidecar.security.PeerPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sidecars of the cluster's nodes. Calls only allowed peers, and this sidecar itself. Thread-safe. */
public final class SidecarDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(SidecarDirectory.class);

    private static final Duration SEARCH = Duration.ofSeconds(100);
    private static final int NAMED = 5;

    private final Supplier<SidecarClient> clients;
    private final PeerPolicy policy;
    private final Supplier<URI> self;
    private final SidecarAddress addresses;
    private final ExecutorService threads;

    /**
     * @param self address of this sidecar's control plane
     * @param threads for calls to several sidecars at once
     */
    public SidecarDirectory(
            Supplier<SidecarClient> clients,
            PeerPolicy policy,
            Supplier<URI> self,
            SidecarAddress addresses,
            ExecutorService threads) {
        this.clients = clients;
        this.policy = policy;
        this.self = self;
        this.addresses = addresses;
        this.threads = threads;
    }

    public KnownSidecar self() {
        URI uri = self.get();
        return new KnownSidecar(uri.toString(), clients.get().at(uri));
    }

    /**
     * The sidecars of the cluster of another sidecar, as that one knows it.
     *
     * @throws ProblemException PEER_NOT_ALLOWED, PEER_UNREACHABLE; UNPROCESSABLE where it is no address
     */
    public SidecarDirectory of(String uri) {
        URI entry = at(uri).client().base();
        return new SidecarDirectory(
                clients, policy, () -> entry, new SidecarAddress(entry.getScheme(), entry.getPort()), threads);
    }

    /** @throws ProblemException PEER_NOT_ALLOWED, PEER_UNREACHABLE; UNPROCESSABLE where it is no address */
    public KnownSidecar at(String uri) {
        try {
            URI parsed = URI.create(uri);
            if (isSelf(parsed)) {
                return new KnownSidecar(uri, self().client());
            }
            return new KnownSidecar(uri, clients.get().at(policy.allow(parsed).uri()));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "sidecar: \"" + uri + "\" is no address (expected: one such as " + addresses.of("10.0.0.1") + ")",
                    e);
        }
    }

    private boolean isSelf(URI uri) {
        URI own = self.get();
        String bare = own.getScheme() + "://" + uri.getHost() + ":" + uri.getPort();
        return uri.equals(own)
                || (bare.equalsIgnoreCase(uri.toString())
                        && elsewhere(List.of(bare), List.of(own.toString())).isEmpty());
    }

    /**
     * The addresses of its host, in the form of {@link java.net.InetAddress#getHostAddress}, or its name where that has
     * none.
     */
    public static Set<String> addresses(String uri) {
        return new Endpoints().of(uri).stream().map(Endpoint::address).collect(Collectors.toSet());
    }

    /** The URIs that lead to none of the others, however both are written. */
    public List<String> elsewhere(Collection<String> uris, Collection<String> others) {
        Endpoints endpoints = new Endpoints();
        Set<Endpoint> taken = endpoints.of(others);
        // All look-ups at once.
        endpoints.of(uris);
        return uris.stream()
                .filter(uri -> Collections.disjoint(endpoints.of(uri), taken))
                .toList();
    }

    /**
     * The sidecars of the cluster that answer, by the host id of their node: this one, those named, and those at the addresses of
     * nodes that are up. Where the Cassandra there does not answer in time, it is asked again.
     *
     * @throws ProblemException TIME_LIMIT
     */
    public Map<String, KnownSidecar> find(
            String cluster, Collection<ClusterNode> nodes, Collection<String> named, TimeLimit time) {
        Map<String, KnownSidecar> found = new ConcurrentHashMap<>();
        BelievedSidecars believed = new BelievedSidecars(nodes, this::addressOf, named);
        each(
                candidates(nodes, named),
                uri -> {
                    KnownSidecar sidecar = at(uri);
                    NodeInfo node = DraftCalls.to(true).ask(uri, "its node", sidecar.client()::node);
                    if (!node.cluster().equals(cluster)) {
                        LOG.warn(
                                "{}: not used: its Cassandra is of the cluster {} (expected: {}); name a sidecar of this"
                                        + " cluster",
                                uri,
                                node.cluster(),
                                cluster);
                    } else if (believed.isBelieved(uri, node.hostId())) {
                        found.putIfAbsent(node.hostId(), sidecar);
                    } else {
                        LOG.warn(
                                "{}: not used: the host id of its Cassandra is {} (expected: that of the node at this"
                                        + " address); check its cassandra.jmx and cassandra.cql, or pass --sidecar {}",
                                uri,
                                node.hostId(),
                                uri);
                    }
                },
                Function.identity(),
                time);
        return found;
    }

    /** Where the sidecar of a node listens, unless it is told otherwise. */
    public String addressOf(ClusterNode node) {
        return addresses.of(node.address());
    }

    /**
     * The sidecar of a node, at the first of these addresses where it answers. It says itself which node it stands beside:
     * name only addresses of that node, as an operator or Cassandra told them.
     */
    public Optional<KnownSidecar> beside(String hostId, String cluster, Collection<String> addresses) {
        return Optional.ofNullable(beside(cluster, Map.of(hostId, addresses)).get(hostId));
    }

    /**
     * As {@link #beside(String, String, Collection)}, of several nodes at once.
     *
     * @param addresses by host id
     * @return by host id; nothing for a node whose sidecar does not answer
     */
    public Map<String, KnownSidecar> beside(String cluster, Map<String, ? extends Collection<String>> addresses) {
        Map<String, KnownSidecar> answering = new ConcurrentHashMap<>();
        Map<String, String> hostIds = new ConcurrentHashMap<>();
        try {
            Map<String, String> unused = each(
                    addresses.values().stream().flatMap(Collection::stream).collect(Collectors.toSet()),
                    uri -> {
                        KnownSidecar sidecar = at(uri);
                        NodeInfo node = sidecar.client().node();
                        if (node.cluster().equals(cluster)) {
                            hostIds.put(uri, node.hostId());
                            answering.put(uri, sidecar);
                        }
                    },
                    Function.identity(),
                    search());
        } catch (ProblemException e) {
            if (e.type() != ProblemType.TIME_LIMIT) {
                throw e;
            }
            LOG.warn("some sidecars do not answer in time: {}", e.getMessage());
        }
        Map<String, KnownSidecar> found = new HashMap<>();
        addresses.forEach((hostId, uris) -> uris.stream()
                .filter(uri -> hostId.equals(hostIds.get(uri)))
                .flatMap(uri -> Stream.ofNullable(answering.get(uri)))
                .findFirst()
                .ifPresent(sidecar -> found.put(hostId, sidecar)));
        return found;
    }

    /**
     * How the nodes see the cluster: those whose sidecars {@link #find} would find. One request to each, all at once, and
     * one more to a node that cannot tell.
     *
     * @throws ProblemException TIME_LIMIT
     */
    public ClusterViews views(String cluster, Collection<ClusterNode> nodes, Collection<String> named) {
        Map<String, ClusterSeen> seen = new ConcurrentHashMap<>();
        Map<String, String> failed = new ConcurrentHashMap<>();
        BelievedSidecars believed = new BelievedSidecars(nodes, this::addressOf, named);
        each(
                candidates(nodes, named),
                uri -> {
                    KnownSidecar sidecar = at(uri);
                    try {
                        Cluster view = sidecar.client().cluster();
                        if (view.name().equals(cluster) && believed.isBelieved(uri, view.hostId())) {
                            seen.putIfAbsent(view.hostId(), new ClusterSeen(sidecar, view));
                        }
                    } catch (SidecarCallException e) {
                        NodeInfo node = sidecar.client().node();
                        if (node.cluster().equals(cluster) && believed.isBelieved(uri, node.hostId())) {
                            failed.put(node.hostId(), String.valueOf(e.getMessage()));
                        }
                    }
                },
                Function.identity(),
                search());
        return new ClusterViews(seen, failed);
    }

    private static TimeLimit search() {
        return TimeLimit.of("the search for sidecars", SEARCH, () -> false);
    }

    private Set<String> candidates(Collection<ClusterNode> nodes, Collection<String> named) {
        Set<String> candidates = new LinkedHashSet<>();
        candidates.add(self.get().toString());
        candidates.addAll(named);
        nodes.stream()
                .filter(node -> node.liveness().equals("UP"))
                .forEach(node -> candidates.add(addresses.of(node.address())));
        return candidates;
    }

    /**
     * Calls for every item at once.
     *
     * @param name of an item, for messages
     * @return why, for each item whose call failed
     * @throws ProblemException TIME_LIMIT
     */
    public <T> Map<T, String> each(Collection<T> items, Consumer<T> call, Function<T, String> name, TimeLimit time) {
        Map<T, String> failures = new ConcurrentHashMap<>();
        Map<T, CompletableFuture<Void>> calls = new LinkedHashMap<>();
        items.forEach(
                item -> calls.put(item, CompletableFuture.runAsync(() -> attempt(item, call, failures), threads)));
        try {
            time.await(
                    CompletableFuture.allOf(calls.values().toArray(CompletableFuture[]::new)),
                    () -> waiting(calls, name));
        } finally {
            // Calls that have not begun are not made.
            calls.values().forEach(each -> each.cancel(false));
        }
        return failures;
    }

    private static <T> String waiting(Map<T, CompletableFuture<Void>> calls, Function<T, String> name) {
        List<String> open = calls.entrySet().stream()
                .filter(each -> !each.getValue().isDone())
                .map(each -> name.apply(each.getKey()))
                .toList();
        return "waiting for %d of %d sidecars (%s)".formatted(open.size(), calls.size(), Listed.of(open, NAMED));
    }

    private static <T> void attempt(T item, Consumer<T> call, Map<T, String> failures) {
        try {
            call.accept(item);
        } catch (ProblemException | SidecarCallException e) {
            LOG.debug("{} does not answer: {}", item, e.getMessage());
            failures.put(item, String.valueOf(e.getMessage()));
        }
    }
}
