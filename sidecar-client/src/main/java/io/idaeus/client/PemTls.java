/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS from PEM files, with the JDK alone. Keys are PKCS#8 and not encrypted: RSA, EC or EdDSA. */
public final class PemTls {

    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
    private static final char[] NO_PASSWORD = {};

    private PemTls() {}

    /**
     * A context that trusts the authorities and presents the certificate.
     *
     * @param authorities certificates to trust; the JDK's own where null
     * @param certificate our certificate, then its chain; null to present none
     * @param key the certificate's key; null where the certificate is
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    public static SSLContext context(@Nullable Path authorities, @Nullable Path certificate, @Nullable Path key) {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("A certificate and its key go together: give both or neither");
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(certificate, key), trust(authorities), null);
            return context;
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException("TLS cannot be set up: " + unusable.getMessage(), unusable);
        }
    }

    private static TrustManager @Nullable [] trust(@Nullable Path authorities)
            throws GeneralSecurityException, IOException {
        if (authorities == null) {
            return null;
        }
        KeyStore store = emptyStore();
        for (Certificate authority : certificates(authorities)) {
            store.setCertificateEntry("ca-" + store.size(), authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager @Nullable [] keys(@Nullable Path certificate, @Nullable Path key)
            throws GeneralSecurityException, IOException {
        if (certificate == null || key == null) {
            return null;
        }
        List<Certificate> chain = certificates(certificate);
        PrivateKey privateKey = privateKey(key, chain.get(0).getPublicKey().getAlgorithm());
        requirePair(certificate, chain.get(0), key, privateKey);
        KeyStore store = emptyStore();
        store.setKeyEntry("client", privateKey, NO_PASSWORD, chain.toArray(new Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<Certificate> certificates(Path file) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            List<Certificate> found =
                    List.copyOf(factory.generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file))));
            if (found.isEmpty()) {
                throw new IllegalArgumentException("%s holds no certificate (expected: PEM)".formatted(file));
            }
            return found;
        } catch (GeneralSecurityException foreign) {
            throw new IllegalArgumentException(
                    "%s holds no readable certificate (expected: PEM): %s".formatted(file, foreign.getMessage()),
                    foreign);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(file, unreadable), unreadable);
        }
    }

    private static PrivateKey privateKey(Path file, String algorithm) {
        try {
            Matcher pem = PRIVATE_KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            if (!pem.find() || !"PRIVATE KEY".equals(pem.group(1))) {
                throw new IllegalArgumentException(notPkcs8(file, pem));
            }
            byte[] encoded = Base64.getMimeDecoder().decode(pem.group(2));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException foreign) {
            throw new IllegalArgumentException(
                    "%s holds no %s key, which its certificate wants: %s"
                            .formatted(file, algorithm, foreign.getMessage()),
                    foreign);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(file, unreadable), unreadable);
        }
    }

    private static String notPkcs8(Path file, Matcher pem) {
        String found = Optional.of(pem.reset())
                .filter(Matcher::find)
                .map(matcher -> "\"%s\"".formatted(matcher.group(1)))
                .orElse("no private key");
        return "%s holds %s (expected: \"PRIVATE KEY\", PKCS#8, not encrypted; convert: openssl pkcs8 -topk8 -nocrypt)"
                .formatted(file, found);
    }

    private static void requirePair(Path certificate, Certificate leaf, Path key, PrivateKey privateKey)
            throws GeneralSecurityException {
        Signature signature = Signature.getInstance(signatureFor(privateKey.getAlgorithm()));
        signature.initSign(privateKey);
        byte[] signed = signature.sign();
        signature.initVerify(leaf.getPublicKey());
        if (!signature.verify(signed)) {
            throw new IllegalArgumentException("%s is not the key of %s".formatted(key, certificate));
        }
    }

    private static String signatureFor(String keyAlgorithm) {
        return switch (keyAlgorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> keyAlgorithm;
        };
    }
}
