/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A private key and its certificate, which are checked to belong together.
 *
 * @param chain the certificate, then its issuers
 */
public record PemIdentity(PrivateKey key, List<X509Certificate> chain) {
    /** For a key that is not encrypted. */
    public static PemIdentity of(PemFile certificate, PemFile key) {
        return of(certificate, key, null);
    }

    /**
     * @param password decrypts the key; null where the key is not encrypted
     * @throws IllegalArgumentException naming the file that is wrong
     */
    public static PemIdentity of(PemFile certificate, PemFile key, @Nullable KeyPassword password) {
        List<X509Certificate> chain = certificate.certificates();
        X509Certificate leaf = chain.get(0);
        PrivateKey privateKey = key.key(leaf.getPublicKey().getAlgorithm(), password);
        // TLS libraries accept any pair; every handshake then fails with an alert that names neither file.
        if (!belong(leaf, privateKey, key)) {
            throw new IllegalArgumentException("%s is not the key of %s".formatted(key, certificate));
        }
        return new PemIdentity(privateKey, chain);
    }

    private static boolean belong(X509Certificate leaf, PrivateKey key, PemFile file) {
        byte[] message = "idaeus".getBytes(StandardCharsets.US_ASCII);
        try {
            Signature signature = Signature.getInstance(signatureFor(key.getAlgorithm()));
            signature.initSign(key);
            signature.update(message);
            byte[] signed = signature.sign();
            signature.initVerify(leaf.getPublicKey());
            signature.update(message);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("%s: its key cannot sign: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String signatureFor(String algorithm) {
        return switch (algorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> algorithm;
        };
    }

    /** The subject of the certificate. */
    @Override
    public String toString() {
        return chain.get(0).getSubjectX500Principal().getName();
    }
}
