/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import io.idaeus.api.ProblemType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A time limit that also ends when the caller has gone. The work names each step as it begins, and the error names the
 * last one. Not thread-safe.
 */
public final class TimeLimit {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final String work;
    private final Duration limit;
    private final BooleanSupplier unwanted;
    private final LongSupplier nanoTime;
    private final long began;
    private Supplier<String> where = () -> "start";

    private TimeLimit(String work, Duration limit, BooleanSupplier unwanted, LongSupplier nanoTime) {
        this.work = work;
        this.limit = limit;
        this.unwanted = unwanted;
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
    }

    /**
     * @param work for messages, for instance "the draft"
     * @param unwanted whether nobody waits for the result any more; asked often
     */
    public static TimeLimit of(String work, Duration limit, BooleanSupplier unwanted) {
        return new TimeLimit(work, limit, unwanted, System::nanoTime);
    }

    static TimeLimit of(String work, Duration limit, BooleanSupplier unwanted, LongSupplier nanoTime) {
        return new TimeLimit(work, limit, unwanted, nanoTime);
    }

    /** For work that somebody else limits. */
    public static TimeLimit none() {
        return of("the work", Duration.ofDays(1), () -> false);
    }

    /**
     * Begins a step.
     *
     * @param place for instance "asking http://10.0.0.1:9043 for the ring"
     * @throws ProblemException TIME_LIMIT
     */
    public void at(String place) {
        at(() -> place);
    }

    private void at(Supplier<String> place) {
        where = place;
        check();
    }

    /** @throws ProblemException TIME_LIMIT */
    public void check() {
        if (unwanted.getAsBoolean()) {
            throw new ProblemException(
                    ProblemType.TIME_LIMIT,
                    work + " was cancelled because the caller closed the connection; last step: " + where.get());
        }
        if (left() <= 0) {
            throw new ProblemException(
                    ProblemType.TIME_LIMIT,
                    "%s took longer than %d s; last step: %s. Retry when that is less busy"
                            .formatted(work, limit.toSeconds(), where.get()));
        }
    }

    private long left() {
        return limit.toNanos() - (nanoTime.getAsLong() - began);
    }

    /**
     * Waits for work of other threads.
     *
     * @param place what is still waited for
     * @throws ProblemException TIME_LIMIT
     */
    public void await(CompletableFuture<?> work, Supplier<String> place) {
        at(place);
        while (true) {
            try {
                work.get(Math.min(left(), LOOK_NANOS), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException e) {
                check();
            } catch (ExecutionException e) {
                throw new IllegalStateException("failed at " + where.get(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted at " + where.get(), e);
            }
        }
    }
}
