/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Calls that can take long. Of each kind only so many run at a time: one more is refused rather than kept waiting. */
public final class LongCalls {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    enum Kind {
        IMPORT("imports", 16),
        SNAPSHOT("snapshots", 8),
        DRY_RUN("dry runs of transfers", 4),
        PLAN("requests about plans", 8),
        COMPARISON("requests for comparisons", 4),
        STEP("steps of plans", 8),
        SLICES("descriptions of slices", 4),
        ROWS("reads of rows", 16);

        private final String plural;
        private final int most;

        Kind(String plural, int most) {
            this.plural = plural;
            this.most = most;
        }
    }

    /** For all of them; some are left for those that are refused. */
    public static final int THREADS =
            Arrays.stream(Kind.values()).mapToInt(kind -> kind.most).sum() + 4;

    private final Map<Kind, Semaphore> permits = new EnumMap<>(Kind.class);

    LongCalls() {
        for (Kind kind : Kind.values()) {
            permits.put(kind, new Semaphore(kind.most));
        }
    }

    /** @throws ProblemException QUOTA_EXCEEDED; what the call throws */
    <T> T run(Kind kind, Supplier<T> call) {
        Semaphore permit = Objects.requireNonNull(permits.get(kind));
        if (!permit.tryAcquire()) {
            throw Quota.LONG_CALLS.exceeded(
                    RETRY_AFTER,
                    kind.most + " " + kind.plural + " are running on this node (expected: fewer, since each can take"
                            + " long); try again when one has ended.");
        }
        try {
            return call.get();
        } finally {
            permit.release();
        }
    }
}
