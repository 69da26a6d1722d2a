/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.node.RingRange;
import io.idaeus.sidecar.plan.cluster.ClusterViews;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The answers of sidecars during one attempt at a step. Several parts of an attempt need the same answer, and a ring is
 * large: each is asked for once. Not thread-safe.
 */
final class AttemptAnswers {
    // By the address of the sidecar.
    private final Map<String, Cluster> clusters = new HashMap<>();
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<String, List<KeyspaceInfo>> keyspaces = new HashMap<>();
    // By keyspace, as the coordinator's node sees it.
    private final Map<String, List<RingRange>> rings = new HashMap<>();
    private final Map<String, RingTokens> tokens = new HashMap<>();
    // By cluster.
    private final Map<String, ClusterViews> views = new HashMap<>();

    Cluster cluster(KnownSidecar of) {
        return once(clusters, of.uri(), () -> of.client().cluster());
    }

    Host host(KnownSidecar of) {
        return once(hosts, of.uri(), () -> of.client().host());
    }

    List<KeyspaceInfo> keyspaces(KnownSidecar of) {
        return once(keyspaces, of.uri(), () -> of.client().keyspaces().keyspaces());
    }

    List<RingRange> ring(KnownSidecar self, String keyspace) {
        return once(rings, keyspace, () -> self.client().ring(keyspace).ranges());
    }

    ClusterViews views(String cluster, Supplier<ClusterViews> ask) {
        return once(views, cluster, ask);
    }

    RingTokens tokens(KnownSidecar self) {
        return once(tokens, self.uri(), self.client()::tokens);
    }

    private static <T> T once(Map<String, T> known, String key, Supplier<T> ask) {
        return known.computeIfAbsent(key, any -> PeerCalls.translated(ask));
    }
}
