/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until Cassandra runs no import, so that what is staged and what is live tells what became of one. Sleeps through
 * cancel and pause: until then Cassandra may read and move what is staged.
 */
final class ImportEnd {
    private static final Logger LOG = LoggerFactory.getLogger(ImportEnd.class);

    private final Supplier<List<String>> threads;
    private final Duration interval;

    /** @param threads names of those that import, in Cassandra */
    ImportEnd(Supplier<List<String>> threads, Duration interval) {
        this.threads = threads;
        this.interval = interval;
    }

    /**
     * @param why its end was not seen
     * @throws TransferInterruptedException while the sidecar stops
     */
    void await(PhaseControl transfer, TableName table, String why) throws TransferInterruptedException {
        Optional<Obstacle> found = check(table, why);
        found.ifPresent(obstacle -> LOG.warn(
                "{} {} waits for {}: {}", transfer.id(), transfer.phase(), obstacle.cause(), obstacle.detail()));
        boolean waited = found.isPresent();
        for (int checks = 1; found.isPresent(); checks++) {
            transfer.hold(found.get(), checks);
            transfer.sleepThrough(interval);
            if (transfer.isStopping()) {
                throw new TransferInterruptedException(true);
            }
            found = check(table, why);
        }
        if (waited) {
            LOG.info("{} the import into {} has ended in Cassandra", transfer.id(), table);
            transfer.clearWait();
        }
    }

    private Optional<Obstacle> check(TableName table, String why) {
        try {
            List<String> running = threads.get();
            return running.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Obstacle(
                            TransferWait.Cause.IMPORT_RUNNING,
                            "what became of an import into " + table + " is not known yet: " + why
                                    + ". Cassandra still imports, in " + String.join(", ", running),
                            "wait: the transfer continues by itself once no import runs in Cassandra. If one hangs, jstack"
                                    + " shows where, and a restart of Cassandra ends it"));
        } catch (ProblemException e) {
            return Optional.of(unanswered(table, why, e));
        }
    }

    private static Obstacle unanswered(TableName table, String why, ProblemException e) {
        String detail = "what became of an import into " + table + " is not known yet: " + why + ". " + e.getMessage();
        return e.type() == ProblemType.CASSANDRA_UNAVAILABLE
                ? new Obstacle(
                        TransferWait.Cause.CASSANDRA, detail, "start Cassandra; the transfer continues by itself")
                : new Obstacle(
                        TransferWait.Cause.IMPORT_RUNNING,
                        detail,
                        "let the sidecar's JMX user read java.lang:type=Threading, which tells whether an import still"
                                + " runs; the transfer continues by itself");
    }
}
