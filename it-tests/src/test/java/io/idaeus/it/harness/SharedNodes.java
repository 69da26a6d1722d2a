/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.tiers.KeptInFork;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Nodes, each a cluster of its own, that outlive the class and serve the next one. A class may use a node as it likes,
 * kill it too. It closes its own sidecars. What else it leaves is removed, or the node is replaced.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final SharedNodes nodes = SharedNodes.one(Profile.TWO_DISKS);
 * }</pre>
 */
@KeptInFork
public final class SharedNodes implements BeforeAllCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(SharedNodes.class);

    private final CassandraVersion version;
    private final Profile profile;
    private final int count;
    private List<SharedNode> lent = List.of();
    private @Nullable NodePool pool;

    // A nested class has the extension of its outer class.
    private int depth;

    private SharedNodes(CassandraVersion version, Profile profile, int count) {
        this.version = version;
        this.profile = profile;
        this.count = count;
    }

    /** Of {@link CassandraVersion#selected}. */
    public static SharedNodes one(Profile profile) {
        return new SharedNodes(CassandraVersion.selected(), profile, 1);
    }

    /** Of {@link CassandraVersion#selected}. */
    public static SharedNodes two(Profile profile) {
        return new SharedNodes(CassandraVersion.selected(), profile, 2);
    }

    public CassandraNode first() {
        return node(0);
    }

    public CassandraNode second() {
        return node(1);
    }

    // A class whose tests are all skipped needs no node.
    private CassandraNode node(int index) {
        if (lent.isEmpty()) {
            lent = Objects.requireNonNull(pool, "before the class").lend(version, profile, count);
        }
        return lent.get(index).node();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        depth++;
        pool = context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
                .getOrComputeIfAbsent(NodePool.class, key -> new NodePool(), NodePool.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (--depth == 0 && pool != null) {
            pool.takeBack(lent, context.getRequiredTestClass());
            lent = List.of();
        }
    }
}
