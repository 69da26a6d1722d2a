/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeJmx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import javax.management.Attribute;
import org.awaitility.Awaitility;

/** A while in which the other nodes take one for dead, and keep no hints for it. */
final class Absence {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(200);

    private Absence() {}

    /** @param ring some may not run */
    static void of(CassandraNode node, Collection<CassandraNode> ring, Runnable action) {
        List<CassandraNode> others =
                ring.stream().filter(each -> each != node && each.isAlive()).toList();
        others.forEach(each -> hints(each, false));
        invoke(node, "stopGossiping");
        // A gossip answer that is still in flight can mark it UP once more.
        Awaitility.await("the others take it for dead")
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .during(Duration.ofSeconds(2))
                .until(() -> isDown(node, others));
        action.run();
        if (!isDown(node, others)) {
            throw new IllegalStateException(node.address() + " came back too early");
        }
        invoke(node, "startGossiping");
        await("the others see it again", () -> others.stream().allMatch(each -> new SeenRing(each, "").isUp(node)));
        others.forEach(each -> hints(each, true));
    }

    private static void hints(CassandraNode node, boolean enabled) {
        try {
            node.jmx().set(NodeJmx.PROXY, new Attribute("HintedHandoffEnabled", enabled));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void invoke(CassandraNode node, String operation) {
        try {
            node.jmx().invoke(NodeJmx.STORAGE, operation, new Object[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isDown(CassandraNode node, Collection<CassandraNode> others) {
        return others.stream().allMatch(each -> new SeenRing(each, "").isDown(node));
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(PATIENCE).pollInterval(LOOK).until(condition);
    }
}
