/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.connection;

import io.idaeus.sidecar.admission.AdmissionBounds;
import io.idaeus.sidecar.admission.AdmissionCounters;
import io.idaeus.sidecar.admission.AdmissionReason;
import io.idaeus.sidecar.admission.ConnectionBudget;
import io.idaeus.sidecar.config.ControlConfig;
import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;

/** Bounds the connections of the control plane, and those of its health listener beside them. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
public final class ControlConnections implements NettyServerCustomizer, MeterBinder {
    /** In bytes. A request for a manifest of a cluster with 256 tokens a node names hundreds of ranges. */
    public static final int LONGEST_REQUEST_LINE = 1 << 20;

    private final ControlConfig config;
    private final boolean tls;
    private final AdmissionBounds bounds;
    private final AdmissionCounters counters = new AdmissionCounters();
    private final LongAdder open = new LongAdder();
    private final LongAdder slowDropped = new LongAdder();
    private int listeners;

    /** @param tls whether the control plane speaks TLS; its health listener never does */
    public ControlConnections(ControlConfig config, boolean tls) {
        this.config = config;
        this.tls = tls;
        this.bounds = new AdmissionBounds(
                config.maxConnections(),
                config.maxConnectionsPerAddress(),
                config.maxUnauthenticated(),
                config.maxUnauthenticatedPerAddress());
    }

    /** Called for the listener of the control plane first. */
    @Override
    public NettyServerCustomizer specializeForChannel(Channel channel, ChannelRole role) {
        if (role != ChannelRole.LISTENER) {
            return this;
        }
        boolean health = listeners > 0;
        listeners++;
        return new Listener(new ConnectionBudget(bounds, counters), health);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<ControlConnections> all = new MetricSource<>(registry, this, Tags.empty());
        all.gauge("idaeus.control.connections.open", "Connections open now", control -> control.open.sum());
        all.gauge(
                "idaeus.control.connections.unauthenticated",
                "Connections that have not authenticated",
                control -> control.counters.unauthenticated());
        for (AdmissionReason reason : AdmissionReason.values()) {
            all.with("reason", reason.label())
                    .count(
                            "idaeus.control.connections.refused",
                            "Connections refused above a limit",
                            control -> control.counters.refused(reason));
        }
        all.with("reason", "slow_request")
                .count(
                        "idaeus.control.connections.dropped",
                        "Connections closed by the server",
                        control -> control.slowDropped.sum());
    }

    private final class Listener implements NettyServerCustomizer {
        private final ConnectionBudget budget;
        private final boolean health;

        Listener(ConnectionBudget budget, boolean health) {
            this.budget = budget;
            this.health = health;
        }

        @Override
        public NettyServerCustomizer specializeForChannel(Channel channel, ChannelRole role) {
            if (role != ChannelRole.CONNECTION || !(channel.remoteAddress() instanceof InetSocketAddress remote)) {
                return this;
            }
            ConnectionBudget.Guest guest = budget.enter(remote.getAddress(), channel::close);
            open.increment();
            channel.closeFuture().addListener(closed -> {
                guest.leave();
                open.decrement();
            });
            channel.config().setAllocator(HeapBuffers.SHARED);
            return new Connection(channel, guest);
        }

        private final class Connection implements NettyServerCustomizer {
            private final Channel channel;
            private final ConnectionBudget.Guest guest;

            Connection(Channel channel, ConnectionBudget.Guest guest) {
                this.channel = channel;
                this.guest = guest;
            }

            @Override
            public void onInitialPipelineBuilt() {
                String codec = channel.pipeline().context(HttpServerCodec.class).name();
                channel.pipeline()
                        .addAfter(
                                codec,
                                ControlConnection.class.getSimpleName(),
                                new ControlConnection(guest, config.requestTimeout(), slowDropped::increment, health));
                if (tls && !health) {
                    StrangerHeads.limit(channel.pipeline());
                }
            }
        }
    }
}
