/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.problem.TimeLimit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions to sidecars, for a draft. Asked again where the Cassandra there did not answer in time: on a busy machine one
 * answer of hundreds takes longer, and must not end the whole draft.
 */
final class DraftCalls {
    private static final Logger LOG = LoggerFactory.getLogger(DraftCalls.class);
    private static final int TRIES = 3;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final TimeLimit time;
    private final int tries;

    private DraftCalls(TimeLimit time, int tries) {
        this.time = time;
        this.tries = tries;
    }

    static DraftCalls within(TimeLimit time) {
        return new DraftCalls(time, TRIES);
    }

    /**
     * To the sidecar of a node, in a thread of its own.
     *
     * @param again false where the node is known to be down, or the caller asks again itself
     */
    static DraftCalls to(boolean again) {
        return new DraftCalls(TimeLimit.none(), again ? TRIES : 1);
    }

    /**
     * @param sidecar address
     * @param what for instance "the ring of shop"
     * @throws io.idaeus.sidecar.problem.ProblemException TIME_LIMIT
     */
    <T> T ask(String sidecar, String what, Supplier<T> call) {
        String place = "asking " + sidecar + " for " + what;
        for (int tried = 1; ; tried++) {
            time.at(place);
            try {
                return call.get();
            } catch (SidecarException e) {
                if (tried == tries || !e.is(ProblemType.CASSANDRA_UNAVAILABLE)) {
                    throw e;
                }
                LOG.info("{}: {}; asking again", place, e.getMessage());
            }
            time.await(pause(), () -> "waiting before " + place + " again");
        }
    }

    private static CompletableFuture<Void> pause() {
        return CompletableFuture.runAsync(
                () -> {}, CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    }
}
