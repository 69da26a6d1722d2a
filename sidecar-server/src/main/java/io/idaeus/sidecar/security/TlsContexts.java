/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/**
 * The TLS contexts of one identity: TLS 1.3 only, both sides show a certificate, clients check the server's name. The
 * data plane's come from boringssl where it loads and from the JDK elsewhere ({@link #provider}).
 *
 * @param server for the data plane's server; refuses callers without a certificate that the trust store believes
 * @param client for the data plane's client
 * @param jdk for {@code java.net.http}; the client sends this node's certificate
 * @param provider what encrypts on the data plane
 */
public record TlsContexts(SslContext server, SslContext client, SSLContext jdk, SslProvider provider) {
    private static final String VERSION = "TLSv1.3";

    /**
     * Reads the stores.
     *
     * @throws IllegalArgumentException naming the store that is missing, unreadable, or does not open
     */
    public static TlsContexts load(TlsSettings settings) {
        return load(settings, OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK);
    }

    static TlsContexts load(TlsSettings settings, SslProvider provider) {
        KeyManagerFactory keys = keys(settings);
        TrustManagerFactory trust = trust(settings);
        try {
            SslContext server = SslContextBuilder.forServer(keys)
                    .trustManager(trust)
                    .clientAuth(ClientAuth.REQUIRE)
                    .protocols(VERSION)
                    .sslProvider(provider)
                    .build();
            SslContext client = SslContextBuilder.forClient()
                    .keyManager(keys)
                    .trustManager(trust)
                    .protocols(VERSION)
                    .sslProvider(provider)
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
            return new TlsContexts(server, client, jdk(keys, trust), provider);
        } catch (SSLException | GeneralSecurityException e) {
            throw new IllegalArgumentException(settings + ": no TLS context can be made of it", e);
        }
    }

    private static SSLContext jdk(KeyManagerFactory keys, TrustManagerFactory trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(VERSION);
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static KeyManagerFactory keys(TlsSettings settings) {
        Path path = settings.keyStore();
        char[] password = settings.keyStorePassword().toCharArray();
        KeyStore store = open(path, password);
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(path + ": its key does not open with the store's password", e);
        }
    }

    private static TrustManagerFactory trust(TlsSettings settings) {
        Path path = settings.trustStore();
        KeyStore store = open(path, settings.trustStorePassword().toCharArray());
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(path + ": does not serve as a trust store", e);
        }
    }

    private static KeyStore open(Path path, char[] password) {
        try {
            KeyStore store = KeyStore.getInstance(path.toFile(), password);
            if (store.size() == 0) {
                throw new IllegalArgumentException(path + ": holds no entry (expected: at least one)");
            }
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    path + ": cannot be opened as a key store (expected: a readable PKCS #12 or JKS file, and its"
                            + " password)",
                    e);
        }
    }
}
