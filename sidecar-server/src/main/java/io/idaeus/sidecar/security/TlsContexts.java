/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.sidecar.config.TlsPaths;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** TLS 1.3 only, certificates on both sides; clients check the server's name. */
public record TlsContexts(
        SslContext server, SslContext client, SSLContext jdk, TlsMaterial material, SslProvider provider) {
    private static final String VERSION = "TLSv1.3";

    // Fastest first on CPUs with AES. Boringssl orders by CPU itself; the JDK would start with AES-256.
    private static final List<String> CIPHERS =
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

    /** @throws IllegalArgumentException naming the wrong file */
    public static TlsContexts load(TlsPaths settings) {
        return load(settings, available());
    }

    static SslProvider available() {
        return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    public static TlsContexts load(TlsPaths settings, SslProvider provider) {
        return of(TlsMaterial.of(TlsFiles.read(settings)), provider);
    }

    /** @throws IllegalArgumentException for unusable material */
    static TlsContexts of(TlsMaterial material, SslProvider provider) {
        try {
            JdkSslContext jdk = (JdkSslContext) client(material, SslProvider.JDK);
            return new TlsContexts(
                    server(material, provider), client(material, provider), jdk.context(), material, provider);
        } catch (SSLException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "Cannot create a TLS context from the certificate and key of " + material.identity()
                            + " (expected: RSA, or EC on P-256, P-384 or P-521): " + e.getMessage(),
                    e);
        }
    }

    private static SslContext server(TlsMaterial material, SslProvider provider) throws SSLException {
        return complete(
                        SslContextBuilder.forServer(material.identity().key(), chain(material))
                                .clientAuth(ClientAuth.REQUIRE),
                        material,
                        provider)
                .build();
    }

    private static SslContext client(TlsMaterial material, SslProvider provider) throws SSLException {
        return complete(
                        SslContextBuilder.forClient()
                                .keyManager(material.identity().key(), chain(material))
                                .endpointIdentificationAlgorithm("HTTPS"),
                        material,
                        provider)
                .build();
    }

    private static SslContextBuilder complete(SslContextBuilder builder, TlsMaterial material, SslProvider provider) {
        return builder.trustManager(material.trustManagers())
                .protocols(VERSION)
                .ciphers(CIPHERS)
                .sslProvider(provider);
    }

    private static X509Certificate[] chain(TlsMaterial material) {
        return material.identity().chain().toArray(X509Certificate[]::new);
    }
}
