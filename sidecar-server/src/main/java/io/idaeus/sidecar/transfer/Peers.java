/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.NodeInfo;
import io.idaeus.api.ProblemType;
import io.idaeus.client.ManifestNotReadyException;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SidecarUnreachableException;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.AllowedPeer;
import io.idaeus.sidecar.security.PeerPolicy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sidecars that transfers pull from: allowed by policy, and each beside the node it is expected beside. */
final class Peers {
    /** A peer that answered. */
    record Peer(Supplier<SidecarClient> client, NodeInfo node, InetSocketAddress dataPlane) {
        <T> T ask(Function<SidecarClient, T> question) {
            SidecarClient now = client.get();
            return translated(now, () -> question.apply(now));
        }
    }

    private final Supplier<SidecarClient> template;
    private final PeerPolicy policy;

    Peers(Supplier<SidecarClient> template, PeerPolicy policy) {
        this.template = template;
        this.policy = policy;
    }

    /**
     * Contacts a source.
     *
     * @param hostId that it must have; null on first contact where the request names none
     * @param cluster that it must belong to; null as above
     * @throws ProblemException PEER_NOT_ALLOWED, PEER_UNREACHABLE, PEER_MISMATCH or PEER_FAILED
     */
    Peer contact(String uri, @Nullable String hostId, @Nullable String cluster) {
        AllowedPeer allowed = policy.allow(URI.create(uri));
        // Asked for at each call: certificates may change while a peer is at work.
        Supplier<SidecarClient> client = () -> template.get().at(allowed.uri());
        SidecarClient first = client.get();
        NodeInfo node = translated(first, first::node);
        expect(uri, "node", hostId, node.hostId());
        expect(uri, "a node of the cluster", cluster, node.cluster());
        InetSocketAddress dataPlane = policy.allowDataPlane(
                allowed, node.dataPlane().host(), node.dataPlane().port());
        return new Peer(client, node, dataPlane);
    }

    /** Contacts a source again. */
    Peer contact(PinnedSource known) {
        return contact(known.uri(), known.hostId(), known.cluster());
    }

    private static void expect(String uri, String what, @Nullable String expected, String found) {
        if (expected != null && !expected.equals(found)) {
            throw new ProblemException(
                    ProblemType.PEER_MISMATCH,
                    uri + " is beside " + what + " " + found + " (expected: " + expected
                            + "). Another node answers at this address; start a transfer from it if that is meant");
        }
    }

    private static <T> T translated(SidecarClient client, Supplier<T> call) {
        try {
            return call.get();
        } catch (SidecarException e) {
            boolean passing = e.problem().status() == 503 || e.problem().status() == 429;
            throw new ProblemException(
                    passing ? ProblemType.PEER_UNREACHABLE : ProblemType.PEER_FAILED,
                    client.base() + ": " + e.problem().title() + ": "
                            + e.problem().detail(),
                    e);
        } catch (SidecarUnreachableException | ManifestNotReadyException e) {
            throw new ProblemException(ProblemType.PEER_UNREACHABLE, message(e), e);
        }
    }

    private static String message(SidecarCallException e) {
        return String.valueOf(e.getMessage());
    }
}
