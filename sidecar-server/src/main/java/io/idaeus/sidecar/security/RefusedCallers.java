/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.RejectedCertificateException;
import io.idaeus.sidecar.problem.OneLine;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs whose client certificate was refused: the caller gets an alert without a reason. One line a minute for each address
 * and certificate, and at most {@link #LINES} of them. Thread-safe.
 */
final class RefusedCallers {
    static final int LINES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(RefusedCallers.class);
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;
    private final Set<String> logged = new HashSet<>();
    private long since;
    private int left;

    RefusedCallers(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Its pipeline has a TLS handler. */
    void watch(Channel connection) {
        SslHandler tls = Objects.requireNonNull(connection.pipeline().get(SslHandler.class));
        if (tls.engine().getUseClientMode()) {
            return;
        }
        Future<?> unused = tls.handshakeFuture().addListener(done -> {
            RejectedCertificateException rejected = rejected(done.cause());
            if (rejected != null && connection.remoteAddress() instanceof InetSocketAddress from) {
                refused(from.getAddress().getHostAddress(), rejected);
            }
        });
    }

    synchronized void refused(String address, RejectedCertificateException rejected) {
        if (nanoTime.getAsLong() - since >= MINUTE) {
            since = nanoTime.getAsLong();
            if (left > 0) {
                LOG.info("TLS: {} more refusals of client certificates were not logged", left);
            }
            logged.clear();
            left = 0;
        }
        if (logged.size() == LINES || !logged.add(address + " " + rejected.certificate())) {
            left++;
            return;
        }
        LOG.info(
                "TLS: refused the certificate of the caller at {}: {}: {}",
                address,
                OneLine.of(rejected.certificate()),
                OneLine.of(rejected.why()));
    }

    private static @Nullable RejectedCertificateException rejected(@Nullable Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(20)
                .filter(RejectedCertificateException.class::isInstance)
                .map(RejectedCertificateException.class::cast)
                .findFirst()
                .orElse(null);
    }
}
