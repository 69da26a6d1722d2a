/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;

/** What is tried again and again is warned about once, until it works again. Thread-safe. */
public final class Outages {
    private final Logger log;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /** @param log of whoever tries */
    public Outages(Logger log) {
        this.log = log;
    }

    /** A try failed. What the sidecar itself has a message for needs no stack trace. */
    public void failed(String what, String message, RuntimeException e) {
        if (!failing.add(what)) {
            log.debug("{}; trying again", message, e);
        } else if (e instanceof ProblemException) {
            log.warn("{}; trying again: {}", message, e.getMessage());
        } else {
            log.warn("{}; trying again", message, e);
        }
    }

    /** It works, or is not tried any more. */
    public void over(String what) {
        failing.remove(what);
    }

    /** The same of all that this holds for. */
    public void overIf(Predicate<String> what) {
        failing.removeIf(what);
    }
}
