/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.client.SidecarClient;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Legitimate transfers of one table, one after another. */
final class Transfers {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final double MEBIBYTE = 1 << 20;
    private static final long POLL_NANOS = 50_000_000;

    private final AttackScene scene;
    private final SidecarClient destination;

    Transfers(AttackScene scene) {
        this.scene = scene;
        destination = scene.client(scene.destinationSidecar(), AttackScene.DISPATCHER);
    }

    /**
     * The bytes and the time of a number of transfers.
     *
     * @param seconds from the request to the end, without the time between transfers
     */
    record Rate(int transfers, long bytes, double seconds) {
        double bytesPerSecond() {
            return bytes / seconds;
        }

        @Override
        public String toString() {
            return "%.0f MiB/s (%d transfers)".formatted(bytesPerSecond() / MEBIBYTE, transfers);
        }
    }

    /**
     * Begins transfers until the deadline, one at least, and waits for the last. Empties the table before each.
     *
     * @param tally names those that did not complete
     */
    Rate until(AttackDeadline deadline, Tally tally) {
        int transfers = 0;
        long bytes = 0;
        double seconds = 0;
        do {
            scene.destination().cql().execute("TRUNCATE " + AttackScene.TABLE.name());
            tally.sent();
            Transfer ended = one();
            if (ended.outcome() != Transfer.Outcome.COMPLETE || ended.finishedAt() == null) {
                tally.breaks("a legitimate transfer is %s: %s".formatted(ended.state(), ended.reason()));
                continue;
            }
            tally.served();
            transfers++;
            bytes += ended.progress().bytesTotal();
            seconds += Duration.between(ended.createdAt(), ended.finishedAt()).toNanos() / 1e9;
        } while (!deadline.isOver());
        return new Rate(transfers, bytes, seconds);
    }

    private Transfer one() {
        Transfer transfer = destination.createTransfer(scene.request(), null);
        AttackDeadline deadline = AttackDeadline.in(LONGEST);
        while (!transfer.state().isFinal() && !deadline.isOver()) {
            LockSupport.parkNanos(POLL_NANOS);
            transfer = destination.transfer(transfer.id());
        }
        return transfer;
    }
}
