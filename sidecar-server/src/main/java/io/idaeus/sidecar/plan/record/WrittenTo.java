/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import io.idaeus.api.node.CassandraProcess;
import java.time.Instant;

/**
 * Every node writes to the new one. It holds for one process: a new one may have missed writes while it was down, and the
 * ring may have forgotten it for a while.
 *
 * @param process when the new node's Cassandra was started
 * @param since when the last node was seen to write to it
 */
public record WrittenTo(Instant process, Instant since) {
    public boolean isOf(CassandraProcess running) {
        return process.equals(running.startedAt());
    }
}
