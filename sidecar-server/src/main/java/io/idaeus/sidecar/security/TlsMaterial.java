/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.PemIdentity;
import io.idaeus.sidecar.config.TlsPaths;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificates, keys and revocation lists of TLS contexts.
 *
 * @param crl null where revocation is not checked
 */
public record TlsMaterial(
        PemIdentity identity,
        List<X509Certificate> trust,
        @Nullable RevocationLists crl) {
    // Boringssl accepts other algorithms, and then every handshake fails.
    private static final Set<String> ALGORITHMS = Set.of("RSA", "EC");

    /** @throws IllegalArgumentException naming the wrong file */
    public static TlsMaterial read(TlsPaths settings) {
        return of(TlsFiles.read(settings));
    }

    static TlsMaterial of(TlsFiles files) {
        PemIdentity identity = PemIdentity.of(files.certificate(), files.key(), files.keyPassword());
        String algorithm = identity.key().getAlgorithm();
        if (!ALGORITHMS.contains(algorithm)) {
            throw new IllegalArgumentException(
                    files.certificate() + " has a key of type " + algorithm + " (expected: RSA or EC)");
        }
        List<X509Certificate> trust = files.trust().certificates();
        return new TlsMaterial(identity, trust, files.crl() == null ? null : RevocationLists.of(files.crl(), trust));
    }

    public X509Certificate certificate() {
        return identity.chain().get(0);
    }

    /** That is presented, the sidecar's own certificate first. */
    public List<X509Certificate> chain() {
        return identity.chain();
    }

    /** When the first certificate of the chain expires. */
    public Instant expiry() {
        return identity.chain().stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }

    /** @throws CertificateException where a certificate is not valid then */
    void checkDates(Instant now) throws CertificateException {
        for (X509Certificate certificate : identity.chain()) {
            certificate.checkValidity(Date.from(now));
        }
    }

    /** Without a password. */
    public KeyStore identityStore() {
        try {
            KeyStore store = empty();
            store.setKeyEntry("identity", identity.key(), null, identity.chain().toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the JDK's key store rejects the key of " + identity, e);
        }
    }

    public KeyStore trustStore() {
        try {
            KeyStore store = empty();
            for (X509Certificate authority : trust) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the JDK's key store rejects the authorities", e);
        }
    }

    /** The authorities that sign the certificates of callers and peers. */
    public TrustManagerFactory trustManagers() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            if (crl == null) {
                factory.init(trustStore());
            } else {
                factory.init(crl.trusting(trustStore()));
            }
            return new ExplainedTrustManagers(factory);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK rejects the authorities or their revocation lists", e);
        }
    }

    /** @throws IllegalArgumentException where a revocation list is not current, so that every peer is rejected */
    public void checkLists(Instant now) {
        if (crl != null) {
            crl.checkDates(now);
        }
    }

    /** Whether a certificate of a chain is revoked. */
    boolean revokes(Certificate... chain) {
        return crl != null && crl.revoke(chain);
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    @Override
    public String toString() {
        return trust.stream()
                .map(authority -> authority.getSubjectX500Principal().getName())
                .distinct()
                .collect(Collectors.joining(
                        "; ",
                        identity + " until " + expiry() + ", trusting ",
                        crl == null ? "" : ", with " + crl.lists().size() + " revocation lists"));
    }
}
