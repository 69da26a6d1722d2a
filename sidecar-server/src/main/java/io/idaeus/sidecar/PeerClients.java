/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarClientBuilder;
import io.idaeus.sidecar.config.TransfersConfig;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.TlsContexts;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The client for calls to peers, made anew when the certificates change. Its address is a placeholder. */
final class PeerClients implements Supplier<SidecarClient> {
    private static final URI NOWHERE = URI.create("http://127.0.0.1:9043");

    private record Made(@Nullable TlsContexts tls, SidecarClient client) {}

    private final TransfersConfig settings;
    private final @Nullable LiveTls live;
    private volatile Made made;

    PeerClients(TransfersConfig settings, @Nullable LiveTls live) {
        this.settings = settings;
        this.live = live;
        this.made = make();
    }

    @Override
    public SidecarClient get() {
        Made known = made;
        if (live == null || live.current().equals(known.tls())) {
            return known.client();
        }
        made = make();
        return made.client();
    }

    private Made make() {
        SidecarClientBuilder builder = SidecarClient.builder(NOWHERE)
                .connectTimeout(settings.connectTimeout())
                .requestTimeout(settings.peerTimeout());
        if (live == null) {
            return new Made(null, builder.build());
        }
        TlsContexts tls = live.current();
        return new Made(tls, builder.tls(tls.jdk()).build());
    }
}
