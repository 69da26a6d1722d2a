/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one answer of a peer to where it goes: takes a connection, runs an exchange on it, gives the connection back. A kept
 * connection that turns out to be closed is replaced. Tells the outcome once, when nothing is under way any more.
 */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the outcome
final class PeerCall {
    private static final Logger LOG = LoggerFactory.getLogger(PeerCall.class);

    /** On an event loop, or on the thread that started it. */
    interface Outcome {
        void received();

        void failed(FetchException failure);
    }

    private final FetchRequest request;
    private final PeerRequest ask;
    private final PeerConnectionPools pools;
    private final FetchMetrics meters;
    private final Outcome outcome;
    private volatile @Nullable Channel connection;
    private volatile boolean cancelled;

    PeerCall(FetchRequest request, PeerRequest ask, PeerConnectionPools pools, FetchMetrics meters, Outcome outcome) {
        this.request = request;
        this.ask = ask;
        this.pools = pools;
        this.meters = meters;
        this.outcome = outcome;
    }

    void start() {
        pools.acquire(request.peer()).addListener((Future<Channel> acquired) -> {
            if (acquired.isSuccess()) {
                Channel channel = acquired.getNow();
                channel.eventLoop().execute(() -> exchange(channel));
            } else {
                outcome.failed(new FetchException(
                        Reason.UNREACHABLE,
                        ResponseHead.describe(request) + ": no connection, " + acquired.cause(),
                        acquired.cause()));
            }
        });
    }

    /** Ends it soon; the outcome is told as ever. */
    void cancel() {
        cancelled = true;
        Channel open = connection;
        if (open != null) {
            open.close();
        }
    }

    private void exchange(Channel channel) {
        connection = channel;
        if (cancelled) {
            release(channel);
            outcome.failed(
                    new FetchException(Reason.CONNECTION_LOST, ResponseHead.describe(request) + ": cancelled", null));
            return;
        }
        PeerConnection peer = channel.pipeline().get(PeerConnection.class);
        if (peer == null) {
            // Closed between the pool and here: Netty has emptied the pipeline.
            release(channel);
            start();
            return;
        }
        peer.start(new Exchange(request, ask), new PeerConnection.Outcome() {
            @Override
            public void received() {
                release(channel);
                ask.settle(failure -> ended(failure, null));
            }

            @Override
            public void failed(FetchException failure, boolean stale) {
                release(channel);
                if (stale && !cancelled) {
                    meters.staleConnection();
                    start();
                } else {
                    ask.settle(local -> ended(local, failure));
                }
            }
        });
    }

    private void ended(@Nullable IOException local, @Nullable FetchException failure) {
        if (local != null) {
            outcome.failed(FetchException.local(request.part(), local));
        } else if (failure != null) {
            outcome.failed(failure);
        } else {
            outcome.received();
        }
    }

    private void release(Channel channel) {
        connection = null;
        LOG.trace("{}: {} is free", request.component(), channel);
        pools.release(request.peer(), channel);
    }
}
