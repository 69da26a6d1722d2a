/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarClientBuilder;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.TlsContexts;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The client for peers, replaced with the certificates. Thread-safe. */
public final class PeerClients implements Supplier<SidecarClient> {
    // Each call names its peer; the builder wants an address all the same.
    private static final URI PLACEHOLDER = URI.create("http://127.0.0.1:9043");

    private record Current(@Nullable TlsContexts tls, SidecarClient client) {}

    private final Duration connectTimeout;
    private final Duration requestTimeout;
    private final @Nullable LiveTls live;
    private volatile Current current;

    public PeerClients(Duration connectTimeout, Duration requestTimeout, @Nullable LiveTls live) {
        this.connectTimeout = connectTimeout;
        this.requestTimeout = requestTimeout;
        this.live = live;
        this.current = create();
    }

    @Override
    public SidecarClient get() {
        Current known = current;
        if (live == null || live.current().equals(known.tls())) {
            return known.client();
        }
        current = create();
        return current.client();
    }

    private Current create() {
        SidecarClientBuilder builder = SidecarClient.builder(PLACEHOLDER)
                .direct()
                .connectTimeout(connectTimeout)
                .requestTimeout(requestTimeout);
        if (live == null) {
            return new Current(null, builder.build());
        }
        TlsContexts tls = live.current();
        return new Current(tls, builder.tls(tls.jdk()).build());
    }
}
