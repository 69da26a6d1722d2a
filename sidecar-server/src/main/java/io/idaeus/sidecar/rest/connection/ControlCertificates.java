/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.connection;

import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.security.TlsMaterial;
import io.micronaut.http.ssl.CertificateProvider;
import java.security.KeyStore;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Gives the control plane the certificates of the data plane, so that both change together. */
// Micronaut's own provider accepts a key that does not belong to its certificate, and misses a link that changed.
public final class ControlCertificates implements CertificateProvider {
    public static final String NAME = "sidecar";

    private final Flux<TlsMaterial> material;

    public ControlCertificates(LiveTls live) {
        Sinks.Many<TlsContexts> contexts = Sinks.many().replay().latest();
        live.watch(now -> contexts.tryEmitNext(now).orThrow());
        this.material = contexts.asFlux().map(TlsContexts::material);
    }

    @Override
    public Publisher<KeyStore> getKeyStore() {
        return material.map(TlsMaterial::identityStore);
    }

    @Override
    public Publisher<KeyStore> getTrustStore() {
        return material.map(TlsMaterial::trustStore);
    }

    @Override
    public String getName() {
        return NAME;
    }
}
