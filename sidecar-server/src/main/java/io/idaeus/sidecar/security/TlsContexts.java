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
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * The TLS contexts of one identity: TLS 1.3 only, both sides show a certificate, clients check the server's name. The
 * data plane's come from boringssl where it loads and from the JDK elsewhere ({@link #provider}).
 *
 * @param server for the data plane's server; refuses callers without a certificate that the trust file vouches for
 * @param client for the data plane's client
 * @param jdk for {@code java.net.http}; the client sends this node's certificate
 * @param material what they were made of
 * @param provider what encrypts on the data plane
 */
public record TlsContexts(
        SslContext server, SslContext client, SSLContext jdk, TlsMaterial material, SslProvider provider) {
    private static final String VERSION = "TLSv1.3";

    /**
     * The fastest first where the CPU has AES. Boringssl has this order of its own, and ChaCha20 first where the CPU has
     * no AES; the JDK would begin with AES-256, and has no fast ChaCha20.
     */
    private static final List<String> CIPHERS =
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException naming them when one is missing, or is not what it should be
     */
    public static TlsContexts load(TlsSettings settings) {
        return load(settings, available());
    }

    /** What encrypts on the data plane of this machine. */
    static SslProvider available() {
        return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    /** With a provider of the caller's choice. */
    public static TlsContexts load(TlsSettings settings, SslProvider provider) {
        return of(TlsMaterial.of(TlsFiles.read(settings)), provider);
    }

    /** @throws IllegalArgumentException when the TLS libraries do not take it */
    static TlsContexts of(TlsMaterial material, SslProvider provider) {
        try {
            JdkSslContext jdk = (JdkSslContext) client(material, SslProvider.JDK);
            return new TlsContexts(
                    server(material, provider), client(material, provider), jdk.context(), material, provider);
        } catch (SSLException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "no TLS context can be made of the certificate and key of " + material.identity()
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
        return builder.trustManager(material.trust().toArray(X509Certificate[]::new))
                .protocols(VERSION)
                .ciphers(CIPHERS)
                .sslProvider(provider);
    }

    private static X509Certificate[] chain(TlsMaterial material) {
        return material.identity().chain().toArray(X509Certificate[]::new);
    }
}
