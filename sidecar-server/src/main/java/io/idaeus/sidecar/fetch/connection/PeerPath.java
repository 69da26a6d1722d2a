/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The network path to a peer, as the kernel sees it from all connections to that peer. Thread-safe. */
public final class PeerPath {
    private static final Logger LOG = LoggerFactory.getLogger(PeerPath.class);

    // Round trips that take this much longer than the shortest wait in a queue: then losses mean that the path is full.
    private static final double FULL = 1.1;

    // The delay that scheduling adds on a busy machine.
    private static final long JITTER_MICROS = 1000;

    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private long minRttMicros;
    private long losses;

    /**
     * The round trip and the losses that were read so far.
     *
     * @param roundTrip the shortest; null where the kernel tells nothing
     * @param losses one for each connection and reading that lost packets while the path was not full; never decreases
     */
    public record Reading(@Nullable Duration roundTrip, long losses) {}

    void opened(Channel channel) {
        Connection connection = new Connection(channel);
        connections.add(connection);
        channel.closeFuture().addListener(closed -> connections.remove(connection));
    }

    /** Returns at once. Starts to read anew, one system call for each connection, for the next call. */
    public Reading read() {
        connections.forEach(Connection::read);
        synchronized (this) {
            return new Reading(minRttMicros == 0 ? null : Duration.ofNanos(1000 * minRttMicros), losses);
        }
    }

    /** @param before the reading before of the same connection; null for the first */
    synchronized void saw(@Nullable TcpInfo before, TcpInfo now) {
        minRttMicros = minRttMicros == 0 ? now.minRttMicros() : Math.min(minRttMicros, now.minRttMicros());
        // A loss empties the queue: what came before it counts, too.
        if (before != null && now.outOfOrder() > before.outOfOrder() && !hasQueued(before) && !hasQueued(now)) {
            losses++;
        }
    }

    private boolean hasQueued(TcpInfo info) {
        return info.receiveRttMicros() > FULL * minRttMicros + JITTER_MICROS;
    }

    private final class Connection {
        private final Channel channel;
        private @Nullable TcpInfo last;

        Connection(Channel channel) {
            this.channel = channel;
        }

        void read() {
            try {
                channel.eventLoop().execute(this::readNow);
            } catch (IllegalStateException | RejectedExecutionException gone) {
                LOG.trace("{}: not registered, or closed", channel, gone);
            }
        }

        private void readNow() {
            try {
                TcpInfo info = TcpInfo.of(channel);
                if (info != null) {
                    LOG.trace("{}: {}", channel, info);
                    saw(last, info);
                    last = info;
                }
            } catch (ChannelException e) {
                LOG.debug("{}: cannot read TCP_INFO", channel, e);
            }
        }
    }
}
