/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;

/** Logs the first failure of something that is retried, and the later ones at debug level until it works. Thread-safe. */
public final class Outages {
    private final Logger log;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /** @param log of the caller */
    public Outages(Logger log) {
        this.log = log;
    }

    // A ProblemException's message is enough; anything else gets a stack trace.
    public void failed(String what, String message, RuntimeException e) {
        if (!failing.add(what)) {
            log.debug("{}; retrying", message, e);
        } else if (e instanceof ProblemException) {
            log.warn("{}; retrying: {}", message, e.getMessage());
        } else {
            log.warn("{}; retrying", message, e);
        }
    }

    /** It works, or is no longer retried. */
    public void over(String what) {
        failing.remove(what);
    }

    /** Like {@link #over}, for all that match. */
    public void overIf(Predicate<String> what) {
        failing.removeIf(what);
    }
}
