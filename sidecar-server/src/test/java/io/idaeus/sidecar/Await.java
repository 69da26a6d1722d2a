/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Waits for what another thread or process is about to do. */
public final class Await {
    /** Only a hang reaches it. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int SAME_LOOKS = 150;
    private static final Duration BETWEEN = Duration.ofMillis(2);

    private Await() {}

    /** @param <E> what the condition may throw, which ends the wait */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    @FunctionalInterface
    public interface Question<T, E extends Exception> {
        T ask() throws E;
    }

    /** @throws AssertionError if the condition does not hold within the limit */
    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        var unused = first(what, condition::holds, holds -> holds);
    }

    /** Waits until a number has stayed the same for many looks, and returns it: for upper bounds. */
    public static long settled(String what, LongSupplier number) {
        long[] last = {number.getAsLong(), 0};
        until(what, () -> {
            long now = number.getAsLong();
            last[1] = now == last[0] ? last[1] + 1 : 0;
            last[0] = now;
            return last[1] == SAME_LOOKS;
        });
        return last[0];
    }

    /** The first answer that is wanted. */
    public static <T, E extends Exception> T first(String what, Question<T, E> question, Predicate<? super T> wanted)
            throws E {
        long end = System.nanoTime() + LIMIT.toNanos();
        T answer = question.ask();
        while (!wanted.test(answer)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what + "; last: " + answer);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted before: " + what + "; last: " + answer);
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
            answer = question.ask();
        }
        return answer;
    }
}
