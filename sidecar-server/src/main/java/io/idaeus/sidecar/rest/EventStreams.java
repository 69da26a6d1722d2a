/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** Counts the event streams that are open, and refuses more than the quotas allow. Thread-safe. */
@Singleton
final class EventStreams {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final int most;
    private final int mostPerCaller;
    private final Map<String, Integer> byCaller = new HashMap<>();
    private int total;

    EventStreams(SidecarConfig config) {
        this.most = config.quotas().eventStreams();
        this.mostPerCaller = config.quotas().eventStreamsPerCaller();
    }

    /**
     * The same stream, counted while it is open.
     *
     * @throws ProblemException QUOTA_EXCEEDED
     */
    <T> Publisher<T> counted(String caller, Publisher<T> stream) {
        requireRoom(caller);
        return Flux.defer(() -> {
            open(caller);
            return Flux.from(stream).doFinally(end -> close(caller));
        });
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
