/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Counts the event streams that are open, and refuses more than the quotas allow. Thread-safe. */
public final class StreamQuota {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final int most;
    private final int mostPerCaller;
    private final Map<String, Integer> byCaller = new HashMap<>();
    private int total;

    public StreamQuota(int most, int mostPerCaller) {
        this.most = most;
        this.mostPerCaller = mostPerCaller;
    }

    /** The place of one reader. */
    public final class Place {
        private final String caller;

        private Place(String caller) {
            this.caller = caller;
        }

        /** @throws ProblemException QUOTA_EXCEEDED */
        public void take() {
            open(caller);
        }

        /** Once for each time that it was taken. */
        public void free() {
            close(caller);
        }
    }

    /**
     * A place that is not taken yet.
     *
     * @throws ProblemException QUOTA_EXCEEDED where there is none now
     */
    public Place place(Call call) {
        requireRoom(call.counted());
        return new Place(call.counted());
    }

    private synchronized void requireRoom(String caller) {
        int own = byCaller.getOrDefault(caller, 0);
        if (total >= most || own >= mostPerCaller) {
            throw Quota.EVENT_STREAMS.exceeded(
                    RETRY_AFTER,
                    total + " event streams are open, " + own + " of them of " + caller + " (expected: fewer than "
                            + most
                            + " and " + mostPerCaller + ", quotas.eventStreams and quotas.eventStreamsPerCaller); close"
                            + " some, or ask for the state now and then.");
        }
    }

    private synchronized void open(String caller) {
        requireRoom(caller);
        total++;
        byCaller.merge(caller, 1, Integer::sum);
    }

    private synchronized void close(String caller) {
        total--;
        byCaller.computeIfPresent(caller, (key, count) -> count == 1 ? null : count - 1);
    }
}
