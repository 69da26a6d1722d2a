/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a key goes with a certificate. TLS libraries take any pair, and then every handshake fails with an alert that
 * names neither file.
 */
final class KeyPairCheck {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private KeyPairCheck() {}

    /**
     * Signs with the one, verifies with the other.
     *
     * @throws IllegalArgumentException when they do not belong together, or are not what they should be
     */
    static void check(Path certificateFile, Path keyFile) throws IOException {
        try {
            Certificate certificate = certificate(certificateFile);
            PrivateKey key = key(keyFile, certificate.getPublicKey().getAlgorithm());
            byte[] message = "idaeus".getBytes(StandardCharsets.US_ASCII);
            Signature signature =
                    Signature.getInstance(signatureOf(certificate.getPublicKey().getAlgorithm()));
            signature.initSign(key);
            signature.update(message);
            byte[] signed = signature.sign();
            signature.initVerify(certificate);
            signature.update(message);
            if (!signature.verify(signed)) {
                throw new IllegalArgumentException(keyFile + ": not the key of " + certificateFile);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(keyFile + ": not a PKCS #8 key for " + certificateFile, e);
        }
    }

    private static String signatureOf(String algorithm) {
        return switch (algorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> algorithm;
        };
    }

    private static Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (InputStream pem = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
    }

    private static PrivateKey key(Path file, String algorithm) throws IOException, GeneralSecurityException {
        Matcher pem = PKCS8.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new IllegalArgumentException(file + ": no -----BEGIN PRIVATE KEY----- in it");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }
}
