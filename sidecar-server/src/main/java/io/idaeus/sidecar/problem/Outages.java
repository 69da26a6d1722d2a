/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;

/** Logs a retried call's first failure; later ones at debug. Thread-safe. */
public final class Outages {
    private final Logger log;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

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

    /** Works again, or retries ended. */
    public void over(String what) {
        failing.remove(what);
    }

    public void overIf(Predicate<String> what) {
        failing.removeIf(what);
    }
}
