/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.fetch.request.CallFailure;
import io.idaeus.sidecar.fetch.request.PeerCallException;
import io.idaeus.sidecar.fetch.request.PeerRequest;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
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

        /** At most once, before the others: the connection can take another call, which need not wait for this one. */
        default void nearlyReceived() {}

        /** @param failure a PeerCallException, an IOException of the sink, or a defect */
        void failed(Throwable failure);
    }

    private final PeerRequest request;
    private final ThrottleChain pace;
    private final PeerConnectionPools pools;
    private final ConnectionCounters counters;
    private final Outcome outcome;
    private volatile @Nullable Channel connection;
    private @Nullable Exchange exchange;
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
            try {
                open.eventLoop().execute(() -> cancel(open));
            } catch (RejectedExecutionException shutDown) {
                open.close();
            }
        }
    }

    private void cancel(Channel open) {
        PeerConnection peer = open.pipeline().get(PeerConnection.class);
        Exchange cancelledExchange = exchange;
        if (open.equals(connection) && peer != null && cancelledExchange != null) {
            peer.cancel(cancelledExchange);
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
            connection = null;
            release(channel);
            outcome.failed(new PeerCallException(CallFailure.CONNECTION_LOST, request.file() + ": cancelled", null));
            return;
        }
        PeerConnection peer = channel.pipeline().get(PeerConnection.class);
        if (peer == null) {
            // Closed between the pool and here: Netty has emptied the pipeline.
            connection = null;
            release(channel);
            start();
            return;
        }
        Exchange started = new Exchange(request, pace);
        exchange = started;
        peer.start(started, new PeerConnection.Outcome() {
            private boolean released;

            @Override
            public void nearlyReceived() {
                release();
                outcome.nearlyReceived();
            }

            @Override
            public void received() {
                release();
                connection = null;
                settle(null);
            }

            @Override
            public void failed(Throwable failure, boolean stale) {
                release();
                connection = null;
                if (stale && !cancelled) {
                    counters.staleConnection();
                    start();
                } else {
                    settle(failure);
                }
            }

            private void release() {
                if (!released) {
                    released = true;
                    PeerCall.this.release(channel);
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
        LOG.trace("{}: {} is free", request.file(), channel);
        pools.release(request.file().peer(), channel);
    }
}
