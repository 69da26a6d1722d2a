/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.pem.ExplainedTrust;
import io.idaeus.pem.KeyPassword;
import io.idaeus.pem.PemFile;
import io.idaeus.pem.PemIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** TLS from PEM files. Keys are RSA, EC or EdDSA, as PKCS#8, PKCS#1 or SEC1, encrypted or not. */
public final class PemTls {

    private static final char[] NO_PASSWORD = {};

    private PemTls() {}

    /**
     * Like {@link #context(Path, Path, Path, Path)}, for a key that is not encrypted.
     *
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    public static SSLContext context(@Nullable Path authorities, @Nullable Path certificate, @Nullable Path key) {
        return context(authorities, certificate, key, null);
    }

    /**
     * A context that trusts the authorities and presents the certificate.
     *
     * @param authorities certificates to trust; the JDK's own where null
     * @param certificate the client's certificate, then its issuers; null to present none
     * @param key the certificate's key; null where the certificate is
     * @param keyPassword a file with the key's password; null where the key is not encrypted
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    public static SSLContext context(
            @Nullable Path authorities, @Nullable Path certificate, @Nullable Path key, @Nullable Path keyPassword) {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("A certificate and its key go together: give both or neither");
        }
        if (keyPassword != null && key == null) {
            throw new IllegalArgumentException("A key password without a key: give the key too, or neither");
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            OwnCertificate own = certificate == null || key == null ? null : own(certificate, key, keyPassword);
            context.init(own == null ? null : new KeyManager[] {own}, trust(authorities), null);
            if (own != null) {
                own.of(context);
            }
            return context;
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException("TLS cannot be set up: " + unusable.getMessage(), unusable);
        }
    }

    private static TrustManager[] trust(@Nullable Path authorities) throws GeneralSecurityException, IOException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        if (authorities == null) {
            factory.init((KeyStore) null);
            return ExplainedTrust.of(factory.getTrustManagers());
        }
        KeyStore store = emptyStore();
        for (Certificate authority : PemFile.read(authorities).certificates()) {
            store.setCertificateEntry("ca-" + store.size(), authority);
        }
        factory.init(store);
        return ExplainedTrust.of(factory.getTrustManagers());
    }

    private static OwnCertificate own(Path certificate, Path key, @Nullable Path keyPassword)
            throws GeneralSecurityException, IOException {
        PemIdentity identity = PemIdentity.of(
                PemFile.read(certificate),
                PemFile.read(key),
                keyPassword == null ? null : KeyPassword.read(keyPassword));
        KeyStore store = emptyStore();
        store.setKeyEntry(
                "client", identity.key(), NO_PASSWORD, identity.chain().toArray(new Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        for (KeyManager keys : factory.getKeyManagers()) {
            if (keys instanceof X509ExtendedKeyManager extended) {
                return new OwnCertificate(extended, certificate, identity.chain());
            }
        }
        throw new GeneralSecurityException("this JDK has no manager of keys for TLS engines");
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
