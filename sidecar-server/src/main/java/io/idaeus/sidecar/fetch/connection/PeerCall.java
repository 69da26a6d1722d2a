/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.throttle.ThrottleChain;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An exchange on a pooled connection. Replaces a kept connection that the peer has closed. */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the outcome
public final class PeerCall {
    private static final Logger LOG = LoggerFactory.getLogger(PeerCall.class);

    /** Called once, on an event loop or the starting thread, with nothing in flight. */
    public interface Outcome {
        void received();

        /** @param failure a PeerCallException, an IOException of the sink, or a defect */
        void failed(Throwable failure);
    }

    private final PeerRequest request;
    private final ThrottleChain pace;
    private final PeerConnectionPools pools;
    private final ConnectionCounters counters;
    private final Outcome outcome;
    private volatile @Nullable Channel connection;
    private volatile boolean cancelled;

    public PeerCall(
            PeerRequest request,
            ThrottleChain pace,
            PeerConnectionPools pools,
            ConnectionCounters counters,
            Outcome outcome) {
        this.request = request;
        this.pace = pace;
        this.pools = pools;
        this.counters = counters;
        this.outcome = outcome;
    }

    public void start() {
        try {
            pools.acquire(request.file().peer()).addListener(this::acquired);
        } catch (RuntimeException | Error defect) {
            outcome.failed(defect);
        }
    }

    /** The outcome follows. */
    public void cancel() {
        cancelled = true;
        Channel open = connection;
        if (open != null) {
            open.close();
        }
    }

    private void acquired(Future<? super Channel> acquired) {
        if (!acquired.isSuccess()) {
            outcome.failed(new PeerCallException(
                    CallFailure.UNREACHABLE,
                    request.file() + ": cannot connect, " + acquired.cause(),
                    acquired.cause()));
            return;
        }
        Channel channel = (Channel) acquired.getNow();
        try {
            channel.eventLoop().execute(() -> exchange(channel));
        } catch (RuntimeException | Error closed) {
            release(channel);
            outcome.failed(closed);
        }
    }

    private void exchange(Channel channel) {
        connection = channel;
        if (cancelled) {
            release(channel);
            outcome.failed(new PeerCallException(CallFailure.CONNECTION_LOST, request.file() + ": cancelled", null));
            return;
        }
        PeerConnection peer = channel.pipeline().get(PeerConnection.class);
        if (peer == null) {
            // Closed between the pool and here: Netty has emptied the pipeline.
            release(channel);
            start();
            return;
        }
        peer.start(new Exchange(request, pace), new PeerConnection.Outcome() {
            @Override
            public void received() {
                release(channel);
                settle(null);
            }

            @Override
            public void failed(Throwable failure, boolean stale) {
                release(channel);
                if (stale && !cancelled) {
                    counters.staleConnection();
                    start();
                } else {
                    settle(failure);
                }
            }
        });
    }

    // A failed write is the earlier failure, and the reason for others.
    private void settle(@Nullable Throwable failure) {
        request.sink().settle(writeFailure -> {
            Throwable first = writeFailure == null ? failure : writeFailure;
            if (first == null) {
                outcome.received();
            } else {
                outcome.failed(first);
            }
        });
    }

    private void release(Channel channel) {
        connection = null;
        LOG.trace("{}: {} is free", request.file(), channel);
        pools.release(request.file().peer(), channel);
    }
}
