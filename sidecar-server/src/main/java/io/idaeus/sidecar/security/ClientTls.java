/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.KeyPassword;
import io.idaeus.pem.PemFile;
import io.idaeus.pem.PemIdentity;
import io.idaeus.sidecar.config.CassandraTls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS towards Cassandra. Its files are looked at for each new connection; unusable ones change nothing. Callers check the
 * host's name. Thread-safe.
 */
public final class ClientTls {
    private static final Logger LOG = LoggerFactory.getLogger(ClientTls.class);

    // Every JDK reads it, and certificates without a password.
    private static final String STORE = "JKS";

    private final CassandraTls settings;
    private Files used;
    private Current current;
    private String refused = "";

    private record Files(
            PemFile trust,
            @Nullable PemFile certificate,
            @Nullable PemFile key,
            @Nullable KeyPassword keyPassword) {
        static Files read(CassandraTls settings) {
            return new Files(
                    PemFile.read(settings.trust()),
                    settings.certificate() == null ? null : PemFile.read(settings.certificate()),
                    settings.key() == null ? null : PemFile.read(settings.key()),
                    settings.keyPasswordFile() == null ? null : KeyPassword.read(settings.keyPasswordFile()));
        }

        @Nullable
        PemIdentity identity() {
            return certificate == null || key == null ? null : PemIdentity.of(certificate, key, keyPassword);
        }
    }

    private record Current(
            List<X509Certificate> trust, @Nullable PemIdentity identity, SSLContext context) {
        static Current of(Files files) {
            List<X509Certificate> trust = files.trust().certificates();
            PemIdentity identity = files.identity();
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                TrustManagerFactory trusting =
                        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trusting.init(store(trust));
                KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                char[] password = {'-'};
                keys.init(store(identity, password), password);
                context.init(keys.getKeyManagers(), trusting.getTrustManagers(), null);
                return new Current(trust, identity, context);
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalArgumentException("the JDK cannot use " + files + ": " + e.getMessage(), e);
            }
        }
    }

    private ClientTls(CassandraTls settings) {
        this.settings = settings;
        this.used = Files.read(settings);
        this.current = Current.of(used);
    }

    /** @throws IllegalArgumentException naming the wrong file */
    public static ClientTls open(CassandraTls settings) {
        return new ClientTls(settings);
    }

    public CassandraTls settings() {
        return settings;
    }

    /** For the next connection. */
    public SSLContext context() {
        return current().context();
    }

    /** Issuers of Cassandra's certificate. */
    public KeyStore trustStore() throws GeneralSecurityException, IOException {
        return store(current().trust());
    }

    /** The certificate to present, encrypted with the password; null without one. */
    public @Nullable KeyStore identityStore(char[] password) throws GeneralSecurityException, IOException {
        PemIdentity identity = current().identity();
        return identity == null ? null : store(identity, password);
    }

    private synchronized Current current() {
        try {
            Files found = Files.read(settings);
            if (!found.equals(used)) {
                current = Current.of(found);
                used = found;
                LOG.info("TLS to Cassandra: files changed; new connections use {}", settings);
            }
            refused = "";
        } catch (IllegalArgumentException e) {
            if (!refused.equals(e.getMessage())) {
                refused = String.valueOf(e.getMessage());
                LOG.warn("TLS to Cassandra: the changed files cannot be used; keeping the old ones: {}", refused);
            }
        }
        return current;
    }

    private static KeyStore store(List<X509Certificate> trust) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        for (X509Certificate authority : trust) {
            store.setCertificateEntry("authority-" + store.size(), authority);
        }
        return store;
    }

    private static KeyStore store(@Nullable PemIdentity identity, char[] password)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        if (identity != null) {
            store.setKeyEntry(
                    "identity", identity.key(), password, identity.chain().toArray(Certificate[]::new));
        }
        return store;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null, null);
        return store;
    }
}
