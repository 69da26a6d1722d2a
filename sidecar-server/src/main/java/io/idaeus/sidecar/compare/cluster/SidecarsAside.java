/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Sidecars that did not answer, which are asked last for a while. Thread-safe. */
final class SidecarsAside {
    private static final long FOR_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Map<String, Long> since = new ConcurrentHashMap<>();

    void put(KnownSidecar sidecar) {
        since.put(sidecar.uri(), System.nanoTime());
    }

    List<KnownSidecar> last(List<KnownSidecar> sidecars) {
        return sidecars.stream().sorted(Comparator.comparing(this::isAside)).toList();
    }

    private boolean isAside(KnownSidecar sidecar) {
        Long put = since.get(sidecar.uri());
        return put != null && System.nanoTime() - put < FOR_NANOS;
    }
}
