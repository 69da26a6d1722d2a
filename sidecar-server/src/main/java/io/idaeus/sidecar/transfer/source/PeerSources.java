/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.DataPlane;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.fetch.Fetcher;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.AllowedPeer;
import io.idaeus.sidecar.security.Endpoints;
import io.idaeus.sidecar.security.Endpoints.Endpoint;
import io.idaeus.sidecar.security.PeerPolicy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Contacts allowed sources, and checks that the expected node answers. */
public final class PeerSources implements SstableSources {
    private static final int LONGEST_NAME = 256;
    private static final Pattern HOST_ID = Pattern.compile("[0-9A-Za-z-]{1,64}");

    private final Supplier<SidecarClient> template;
    private final PeerPolicy policy;
    private final Fetcher fetcher;
    private final DataPlane self;
    private final PeerSettings settings;

    /** @param self this sidecar's data plane */
    public PeerSources(
            Supplier<SidecarClient> template,
            PeerPolicy policy,
            Fetcher fetcher,
            DataPlane self,
            PeerSettings settings) {
        this.template = template;
        this.policy = policy;
        this.fetcher = fetcher;
        this.self = self;
        this.settings = settings;
    }

    @Override
    public SstableSource contact(SourceRef source) {
        return contact(source.uri(), source.hostId(), source.cluster());
    }

    @Override
    public SstableSource contact(PinnedSource source) {
        return contact(source.uri(), source.hostId(), source.cluster());
    }

    private SstableSource contact(String uri, @Nullable String hostId, @Nullable String cluster) {
        AllowedPeer allowed = policy.allow(URI.create(uri));
        Supplier<SidecarClient> client = () -> template.get().at(allowed.uri());
        SidecarClient first = client.get();
        NodeInfo node = PeerFailures.translated(first, first::node);
        if (!HOST_ID.matcher(node.hostId()).matches()) {
            throw new ProblemException(
                    ProblemType.PEER_FAILED,
                    uri + ": its host id is \"" + OneLine.of(node.hostId(), LONGEST_NAME)
                            + "\" (expected: a UUID); check that it is a sidecar's");
        }
        requireName(uri, "cluster", node.cluster());
        requireName(uri, "partitioner", node.partitioner());
        expect(uri, "node", hostId, node.hostId());
        expect(uri, "a node of the cluster", cluster, node.cluster());
        InetSocketAddress dataPlane = policy.allowDataPlane(
                allowed, node.dataPlane().host(), node.dataPlane().port());
        requireOther(uri, dataPlane);
        return new PeerSource(client, node, dataPlane, fetcher, settings);
    }

    // They are kept with the transfer.
    private static void requireName(String uri, String what, String name) {
        if (name.length() > LONGEST_NAME || !OneLine.of(name).equals(name)) {
            throw new ProblemException(
                    ProblemType.PEER_FAILED,
                    uri + ": its " + what + " is \"" + OneLine.of(name, LONGEST_NAME) + "\" (expected: at most "
                            + LONGEST_NAME + " characters without control characters); check that it is a sidecar's");
        }
    }

    private static void expect(String uri, String what, @Nullable String expected, String found) {
        if (expected != null && !expected.equals(found)) {
            throw new ProblemException(
                    ProblemType.PEER_MISMATCH,
                    uri + " is the sidecar of " + what + " " + found + " (expected: " + expected
                            + "). Name the sidecar of the expected node, or the host id and cluster of the node that you mean");
        }
    }

    // Not by host id: the first nodes of two clusters of Cassandra 6.0 have the same.
    private void requireOther(String uri, InetSocketAddress peer) {
        Endpoint there = new Endpoint(peer.getAddress().getHostAddress(), peer.getPort());
        if (new Endpoints().of(self.host(), self.port()).contains(there)) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "sources: " + uri + " is this node's own sidecar (expected: another node's)");
        }
    }
}
