/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.sidecar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** Signs JSON Web Tokens (RFC 7519) by ES256, and writes its JWK set. */
public final class TokenIssuer {
    public static final String ISSUER = "https://idp.example.org";

    private static final int COORDINATE_BYTES = 32;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair pair;
    private final Path keys;

    private TokenIssuer(Path directory) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            pair = generator.generateKeyPair();
            Files.createDirectories(directory);
            keys = Files.writeString(
                    Files.createTempFile(directory, "keys", ".json"), jwks((ECPublicKey) pair.getPublic()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no key", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param directory for the JWK set */
    public static TokenIssuer in(Path directory) {
        return new TokenIssuer(directory);
    }

    /** The file with its JWK set. */
    public Path keys() {
        return keys;
    }

    /** A valid one for five minutes. */
    public String token(String subject) {
        return token(subject, "idaeus", Duration.ofMinutes(5));
    }

    /** @param lifetime negative for one that has expired */
    public String token(String subject, String audience, Duration lifetime) {
        String claims = "{\"sub\":\"%s\",\"iss\":\"%s\",\"aud\":\"%s\",\"exp\":%d}"
                .formatted(
                        subject, ISSUER, audience, Instant.now().plus(lifetime).getEpochSecond());
        return sign("{\"alg\":\"ES256\",\"typ\":\"JWT\",\"kid\":\"test\"}", claims);
    }

    /** Signs any text. */
    public String sign(String header, String claims) {
        String signed =
                base64(header.getBytes(StandardCharsets.UTF_8)) + '.' + base64(claims.getBytes(StandardCharsets.UTF_8));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(pair.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + '.' + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign", e);
        }
    }

    private static String jwks(ECPublicKey key) {
        return "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"alg\":\"ES256\",\"use\":\"sig\",\"kid\":\"test\",\"x\":\"%s\",\"y\":\"%s\"}]}"
                .formatted(
                        coordinate(key.getW().getAffineX()),
                        coordinate(key.getW().getAffineY()));
    }

    private static String coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[COORDINATE_BYTES];
        int length = Math.min(bytes.length, COORDINATE_BYTES);
        System.arraycopy(bytes, bytes.length - length, fixed, COORDINATE_BYTES - length, length);
        return base64(fixed);
    }

    private static String base64(byte[] bytes) {
        return BASE64.encodeToString(bytes);
    }
}
