/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections, in total and by remote address. Above a limit it refuses with a reason; far above, it closes at
 * once. Thread-safe.
 */
final class ConnectionLimits {
    private static final int MAX_EXPLAINED_REFUSALS = 64;

    private final ServeSettings settings;
    private final AtomicInteger total = new AtomicInteger();
    private final Map<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

    ConnectionLimits(ServeSettings settings) {
        this.settings = settings;
    }

    /** Counts a connection, admitted or not; {@link #leave} must follow once. */
    Admission enter(InetAddress address) {
        int all = total.incrementAndGet();
        int ofAddress = byAddress.merge(address, 1, Integer::sum);
        if (all > settings.maxConnections() + MAX_EXPLAINED_REFUSALS) {
            return new Admission(false, null);
        }
        if (ofAddress > settings.maxConnectionsPerAddress()) {
            return new Admission(
                    true,
                    new ProblemException(
                            ProblemType.TOO_MANY_REQUESTS,
                            address.getHostAddress() + " has " + ofAddress
                                    + " connections to this sidecar (expected: at most "
                                    + settings.maxConnectionsPerAddress() + "); retry when one has ended."));
        }
        if (all > settings.maxConnections()) {
            return new Admission(
                    true,
                    new ProblemException(
                            ProblemType.OVERLOADED,
                            "This sidecar has " + all + " connections (expected: at most " + settings.maxConnections()
                                    + "); retry later."));
        }
        return new Admission(true, null);
    }

    void leave(InetAddress address) {
        total.decrementAndGet();
        byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    }

    /**
     * @param open whether the connection stays open
     * @param refusal the response to its first request; null to serve it
     */
    record Admission(boolean open, @Nullable ProblemException refusal) {}
}
