/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * The TLS contexts of one identity: TLS 1.3 only, both sides show a certificate, clients check the server's name. The
 * data plane's come from boringssl where it loads and from the JDK elsewhere ({@link #provider}).
 *
 * @param server for the data plane's server; refuses callers without a certificate that the trust file vouches for
 * @param client for the data plane's client
 * @param jdk for {@code java.net.http}; the client sends this node's certificate
 * @param provider what encrypts on the data plane
 */
public record TlsContexts(SslContext server, SslContext client, SSLContext jdk, SslProvider provider) {
    private static final String VERSION = "TLSv1.3";

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException naming them when one is missing, or is not what it should be
     */
    public static TlsContexts load(TlsSettings settings) {
        return load(settings, OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK);
    }

    static TlsContexts load(TlsSettings settings, SslProvider provider) {
        try {
            KeyPairCheck.check(settings.certificate(), settings.key());
            JdkSslContext jdk = (JdkSslContext) client(settings, SslProvider.JDK);
            return new TlsContexts(server(settings, provider), client(settings, provider), jdk.context(), provider);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(
                    settings + ": no TLS context can be made of it (expected: readable PEM files, the certificate that"
                            + " goes with the key, and a PKCS #8 key without a password): " + e.getMessage(),
                    e);
        }
    }

    private static SslContext server(TlsSettings settings, SslProvider provider) throws SSLException {
        return SslContextBuilder.forServer(
                        settings.certificate().toFile(), settings.key().toFile())
                .trustManager(settings.trust().toFile())
                .clientAuth(ClientAuth.REQUIRE)
                .protocols(VERSION)
                .sslProvider(provider)
                .build();
    }

    private static SslContext client(TlsSettings settings, SslProvider provider) throws SSLException {
        return SslContextBuilder.forClient()
                .keyManager(settings.certificate().toFile(), settings.key().toFile())
                .trustManager(settings.trust().toFile())
                .protocols(VERSION)
                .sslProvider(provider)
                .endpointIdentificationAlgorithm("HTTPS")
                .build();
    }
}
