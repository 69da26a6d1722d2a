/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.sidecar.operation.LongCalls;
import java.util.HashMap;
import java.util.Map;

/** Who waits for whom: calls that others depend on have threads of their own, and so have calls that can take hours. */
public final class ControlThreads {
    /** Answers one readiness check after the other; those that waited share an answer. */
    public static final String PROBES = "probes";

    public static final String SCRAPES = "scrapes";
    public static final String LEASES = "leases";
    public static final String LONG_CALLS = "long-calls";

    public static final int BLOCKING = 32;

    private ControlThreads() {}

    public static Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        Map.of("blocking", BLOCKING, PROBES, 1, SCRAPES, 1, LEASES, 4, LONG_CALLS, LongCalls.THREADS)
                .forEach((name, threads) -> {
                    properties.put("micronaut.executors." + name + ".type", "FIXED");
                    properties.put("micronaut.executors." + name + ".n-threads", threads);
                });
        return properties;
    }
}
