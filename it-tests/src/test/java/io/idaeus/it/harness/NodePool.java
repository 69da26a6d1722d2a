/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The nodes of {@link SharedNodes}. Closing it ends those that nobody has. */
final class NodePool implements AutoCloseable {
    private final List<SharedNode> idle = new ArrayList<>();
    private final AtomicInteger serial = new AtomicInteger();

    /** Starts together what is missing. */
    synchronized List<SharedNode> lend(CassandraVersion version, Profile profile, int count) {
        List<SharedNode> lent = new ArrayList<>(idle.stream()
                .filter(node -> node.isOf(version, profile))
                .limit(count)
                .toList());
        if (lent.size() < count) {
            CassandraCluster.Builder[] missing = IntStream.range(lent.size(), count)
                    .mapToObj(any -> builder(version, profile))
                    .toArray(CassandraCluster.Builder[]::new);
            CassandraCluster.startTogether(missing).forEach(cluster -> lent.add(new SharedNode(cluster, profile)));
        }
        idle.removeAll(lent);
        return lent;
    }

    /** Keeps what the class left clean, and closes the others. */
    synchronized void takeBack(List<SharedNode> lent, Class<?> borrower) {
        for (SharedNode node : lent) {
            node.sweep(borrower)
                    .ifPresentOrElse(
                            why -> {
                                System.out.printf(
                                        "shared node %s of Cassandra %s is replaced after %s: %s%n",
                                        node.node().name(), node.node().version(), borrower.getSimpleName(), why);
                                node.close();
                            },
                            () -> idle.add(node));
        }
    }

    @Override
    public synchronized void close() {
        idle.forEach(SharedNode::close);
        idle.clear();
    }

    private CassandraCluster.Builder builder(CassandraVersion version, Profile profile) {
        String name = profile.name().toLowerCase(Locale.ROOT).replace('_', '-');
        CassandraCluster.Builder builder =
                CassandraCluster.builder(version).name("shared-" + name + "-" + serial.incrementAndGet());
        profile.apply(builder, version);
        return builder;
    }
}
