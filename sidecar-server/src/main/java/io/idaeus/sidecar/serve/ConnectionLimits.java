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
 * How many connections there are, over all and by remote address. Connections above a limit are still counted: so long
 * as there are few of them, each is told why it is refused.
 */
final class ConnectionLimits {
    private static final int MAX_REFUSALS = 64;

    private final ServeSettings settings;
    private final AtomicInteger total = new AtomicInteger();
    private final Map<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

    ConnectionLimits(ServeSettings settings) {
        this.settings = settings;
    }

    /** Counts a connection in, whatever becomes of it; {@link #leave} must follow once. */
    Entry enter(InetAddress address) {
        int all = total.incrementAndGet();
        int ofAddress = byAddress.merge(address, 1, Integer::sum);
        if (all > settings.maxConnections() + MAX_REFUSALS) {
            return new Entry(false, null);
        }
        if (ofAddress > settings.maxConnectionsPerAddress()) {
            return new Entry(
                    true,
                    new ProblemException(
                            ProblemType.TOO_MANY_REQUESTS,
                            address.getHostAddress() + " has " + ofAddress + " connections here (expected: at most "
                                    + settings.maxConnectionsPerAddress() + "); try again when one has ended."));
        }
        if (all > settings.maxConnections()) {
            return new Entry(
                    true,
                    new ProblemException(
                            ProblemType.OVERLOADED,
                            "There are " + all + " connections (expected: at most " + settings.maxConnections()
                                    + "); try again later."));
        }
        return new Entry(true, null);
    }

    void leave(InetAddress address) {
        total.decrementAndGet();
        byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    }

    /**
     * What becomes of a connection.
     *
     * @param open whether it is kept at all
     * @param refusal what its first request is answered; null if it is served
     */
    record Entry(boolean open, @Nullable ProblemException refusal) {}
}
