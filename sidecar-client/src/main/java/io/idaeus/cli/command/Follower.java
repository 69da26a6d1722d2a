/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SidecarUnreachableException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Follows a transfer or a plan until it ends. Reconnects when the stream breaks, and while the sidecar restarts, for a
 * limited time.
 */
public final class Follower<T> {

    /**
     * A resource to follow.
     *
     * @param sidecar its address
     * @param read reads the present state
     * @param isFinal whether a state is the last
     * @param stream reads events until the sidecar ends the stream
     */
    public record Subject<T>(URI sidecar, Supplier<T> read, Predicate<T> isFinal, Runnable stream) {}

    private final Subject<T> subject;
    private final Consumer<String> say;
    private final Duration patience;

    /** @param say prints a message besides the progress */
    public Follower(Subject<T> subject, Consumer<String> say, Duration patience) {
        this.subject = subject;
        this.say = say;
        this.patience = patience;
    }

    /** Returns the last state. */
    public T follow() {
        T state = subject.read().get();
        Pause pause = new Pause();
        while (!subject.isFinal().test(state)) {
            long before = System.nanoTime();
            try {
                subject.stream().run();
            } catch (SidecarCallException broken) {
                requireTemporary(broken);
            }
            if (System.nanoTime() - before > Duration.ofSeconds(5).toNanos()) {
                pause = new Pause();
            }
            state = find(pause);
        }
        return state;
    }

    private T find(Pause pause) {
        long start = System.nanoTime();
        boolean said = false;
        while (true) {
            try {
                T state = subject.read().get();
                if (!subject.isFinal().test(state)) {
                    pause.sleep();
                }
                return state;
            } catch (SidecarCallException away) {
                requireTemporary(away);
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw away;
                }
                if (!said) {
                    say.accept("The sidecar at %s does not answer; retrying for %s."
                            .formatted(subject.sidecar(), Units.duration(patience.toSeconds())));
                    said = true;
                }
                pause.sleep();
            }
        }
    }

    /** Throws the failure unless the sidecar does not answer, or answers 502, 503 or 504. */
    private static void requireTemporary(SidecarCallException failure) {
        boolean away = failure instanceof SidecarUnreachableException
                || (failure instanceof SidecarException refused
                        && refused.problem().status() >= 502
                        && refused.problem().status() <= 504);
        if (!away) {
            throw failure;
        }
    }
}
