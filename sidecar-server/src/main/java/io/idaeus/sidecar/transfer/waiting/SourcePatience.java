/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long a source may fail: pauses that grow, until {@code transfers.retryFor} is over. It alone decides that a source
 * has failed for good. For one thread, and times of one monotonic clock.
 */
public final class SourcePatience {
    private final Duration retryFor;
    private final Backoff backoff;
    private Instant notBefore = Instant.MIN;
    private @Nullable Instant failingSince;

    public SourcePatience(Duration retryFor, Backoff backoff) {
        this.retryFor = retryFor;
        this.backoff = backoff;
    }

    /**
     * The source has failed. What fails within a pause does not lengthen it.
     *
     * @param asked the shortest pause that the source asked for; null for none
     * @return the pause from now on
     */
    public Duration failed(Instant now, @Nullable Duration asked) {
        if (failingSince == null) {
            failingSince = now;
        }
        if (mayBeAsked(now)) {
            notBefore = now.plus(backoff.next());
        }
        if (asked != null && now.plus(asked).isAfter(notBefore)) {
            notBefore = now.plus(asked);
        }
        return Duration.between(now, notBefore);
    }

    /** Whether its pause is over. */
    public boolean mayBeAsked(Instant now) {
        return !now.isBefore(notBefore);
    }

    public boolean isFailing() {
        return failingSince != null;
    }

    /** In a row. */
    public int failures() {
        return backoff.failures();
    }

    /** The source did not cause the failures so far, or announced them: the time does not count. Pauses stay. */
    public void excuse() {
        failingSince = null;
    }

    /** Returns whether the source had failed before. */
    public boolean recovered() {
        boolean had = failingSince != null;
        failingSince = null;
        notBefore = Instant.MIN;
        backoff.succeeded();
        return had;
    }

    public boolean isOver(Instant now) {
        return failingSince != null && Duration.between(failingSince, now).compareTo(retryFor) > 0;
    }

    /** The problem that ends the transfer then. */
    public ProblemException over(Instant now, @Nullable String failure, @Nullable Throwable cause) {
        Duration failing = Duration.between(failingSince == null ? now : failingSince, now);
        return new ProblemException(
                ProblemType.PEER_UNREACHABLE,
                failure + "; retried for " + failing.toSeconds()
                        + " s (transfers.retryFor). Start a new transfer when the source is back; the fetched files of this"
                        + " one are kept for staging.retention",
                cause);
    }
}
