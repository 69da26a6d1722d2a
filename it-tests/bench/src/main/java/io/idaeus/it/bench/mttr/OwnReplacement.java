/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.it.bench.mttr.TimedReplacement.Stopwatch;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeStart;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** Cassandra's own replacement. */
final class OwnReplacement {
    private static final Duration BOUND = Duration.ofHours(1);

    private OwnReplacement() {}

    static TimedReplacement run(ReplacedRing ring, CassandraNode added) throws IOException {
        Stopwatch watch = new Stopwatch();
        NodeLog log = new NodeLog(added);
        added.launch(NodeStart.plain()
                .property("cassandra.replace_address_first_boot", ring.dead().address()));
        Awaitility.await("the node is a member")
                .atMost(BOUND)
                .pollInterval(Duration.ofMillis(500))
                .failFast("it has ended:\n" + added.logTail(), () -> !added.isAlive())
                .ignoreExceptions()
                .until(() -> ring.isMember(added));
        double normal = watch.complete();
        List<Phase> phases = log.phases(normal);
        return new TimedReplacement(normal, normal, normal, null, phases, 0, 0, watch.cpuSeconds());
    }
}
