/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.ClusterNode;
import io.idaeus.api.ProblemType;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.PeerPolicy;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sidecars of the cluster's nodes. Calls only allowed peers, and this sidecar itself. Thread-safe. */
public final class SidecarDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(SidecarDirectory.class);

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

    /** @throws ProblemException PEER_NOT_ALLOWED, PEER_UNREACHABLE; UNPROCESSABLE where it is no address */
    public KnownSidecar at(String uri) {
        try {
            URI parsed = URI.create(uri);
            if (parsed.equals(self.get())) {
                return self();
            }
            return new KnownSidecar(uri, clients.get().at(policy.allow(parsed).uri()));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "sidecar: \"" + uri + "\" is no address (expected: one such as " + addresses.of("10.0.0.1") + ")",
                    e);
        }
    }

    /**
     * The sidecars that answer, by the host id of their node: this one, those named, and those at the addresses of
     * nodes that are up.
     */
    public Map<String, KnownSidecar> find(Collection<ClusterNode> nodes, Collection<String> named) {
        Set<String> candidates = new LinkedHashSet<>();
        candidates.add(self.get().toString());
        candidates.addAll(named);
        nodes.stream()
                .filter(node -> node.liveness().equals("UP"))
                .forEach(node -> candidates.add(addresses.of(node.address())));
        Map<String, KnownSidecar> found = new ConcurrentHashMap<>();
        each(candidates, uri -> {
            KnownSidecar sidecar = at(uri);
            found.putIfAbsent(sidecar.client().node().hostId(), sidecar);
        });
        return found;
    }

    /**
     * Calls for every item at once.
     *
     * @return why, for each item whose call failed
     */
    <T> Map<T, String> each(Collection<T> items, Consumer<T> call) {
        Map<T, String> failures = new ConcurrentHashMap<>();
        items.stream()
                .map(item -> CompletableFuture.runAsync(() -> attempt(item, call, failures), threads))
                .toList()
                .forEach(CompletableFuture::join);
        return failures;
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
