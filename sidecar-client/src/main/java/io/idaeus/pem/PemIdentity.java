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

/**
 * A key and its certificate. That they belong together is certain: TLS libraries take any pair, and then every handshake
 * fails with an alert that names neither file.
 *
 * @param chain the certificate, then what leads to its issuer
 */
public record PemIdentity(PrivateKey key, List<X509Certificate> chain) {
    /** @throws IllegalArgumentException naming the file that is not what it should be */
    public static PemIdentity of(PemFile certificate, PemFile key) {
        List<X509Certificate> chain = certificate.certificates();
        X509Certificate leaf = chain.get(0);
        PrivateKey privateKey = key.key(leaf.getPublicKey().getAlgorithm());
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

    /** Whose it is, not the key. */
    @Override
    public String toString() {
        return chain.get(0).getSubjectX500Principal().getName();
    }
}
