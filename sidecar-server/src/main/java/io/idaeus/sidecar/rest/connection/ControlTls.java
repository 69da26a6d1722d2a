/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.connection;

import io.idaeus.sidecar.security.LiveTls;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.NettySslContextBuilder;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.micronaut.http.server.netty.ssl.NettyServerSslFactory;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import jakarta.inject.Singleton;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Gives the control plane the data plane's revocation checks, which a trust store cannot carry. */
@Singleton
@Replaces(NettyServerSslFactory.class)
final class ControlTls extends NettyServerSslFactory
        implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
    private final @Nullable LiveTls tls;

    ControlTls(@Nullable LiveTls tls) {
        this.tls = tls;
    }

    @Override
    public NettySslContextBuilder serverBuilder() {
        return tls == null ? super.serverBuilder() : new Builder(tls);
    }

    @Override
    public NettyServerCustomizer.Registry onCreated(BeanCreatedEvent<NettyServerCustomizer.Registry> created) {
        if (tls != null) {
            created.getBean().register(new Watched(tls, null));
        }
        return created.getBean();
    }

    private static final class Builder extends NettySslContextBuilder {
        private final LiveTls tls;

        Builder(LiveTls tls) {
            super(true);
            this.tls = tls;
        }

        @Override
        protected TrustManagerFactory createTrustManagerFactory() {
            return tls.current().material().trustManagers();
        }
    }

    /** @param connection null for the listener */
    private record Watched(LiveTls tls, @Nullable Channel connection) implements NettyServerCustomizer {
        @Override
        public NettyServerCustomizer specializeForChannel(Channel channel, ChannelRole role) {
            return role == ChannelRole.CONNECTION ? new Watched(tls, channel) : this;
        }

        @Override
        public void onInitialPipelineBuilt() {
            // The health listener has no TLS.
            if (connection != null && connection.pipeline().get(SslHandler.class) != null) {
                tls.connected(connection);
            }
        }
    }
}
