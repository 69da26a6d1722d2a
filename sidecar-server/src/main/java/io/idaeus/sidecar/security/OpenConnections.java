/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Open connections, of which those end whose peer's certificate is revoked. Thread-safe. */
final class OpenConnections {
    private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

    private final ChannelGroup open = new DefaultChannelGroup("tls", GlobalEventExecutor.INSTANCE);
    private final LongAdder closed = new LongAdder();
    private final Supplier<TlsMaterial> material;

    OpenConnections(Supplier<TlsMaterial> material) {
        this.material = material;
    }

    void add(Channel connection) {
        SslHandler tls = connection.pipeline().get(SslHandler.class);
        if (tls == null) {
            throw new IllegalArgumentException(connection + " has no TLS handler");
        }
        open.add(connection);
        // The handshake may have begun with the lists before.
        Future<?> unused = tls.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                closeIfRevoked(connection);
            }
        });
    }

    void closeRevoked() {
        open.forEach(connection -> connection.eventLoop().execute(() -> closeIfRevoked(connection)));
    }

    long closed() {
        return closed.sum();
    }

    private void closeIfRevoked(Channel connection) {
        SslHandler tls = connection.pipeline().get(SslHandler.class);
        if (tls == null || !connection.isActive()) {
            return;
        }
        try {
            Certificate[] chain = tls.engine().getSession().getPeerCertificates();
            if (material.get().revokes(chain)) {
                closed.increment();
                LOG.info(
                        "TLS: closing the connection with {}, because the certificate of {} is revoked",
                        connection.remoteAddress(),
                        ((X509Certificate) chain[0]).getSubjectX500Principal().getName());
                Future<?> unused = connection.close();
            }
        } catch (SSLPeerUnverifiedException none) {
            LOG.trace("{} presented no certificate", connection);
        }
    }
}
