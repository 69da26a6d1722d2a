/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.config.AccessConfig;
import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {
    private static final String ISSUER = "https://idp.example.org";

    @TempDir
    Path directory;

    private ECKey key;
    private TokenKeys keys;
    private Tokens tokens;

    @BeforeEach
    void open() throws Exception {
        key = new ECKeyGenerator(Curve.P_256).keyID("first").generate();
        Path file = Files.writeString(directory.resolve("keys.json"), new JWKSet(key.toPublicJWK()).toString());
        keys = new TokenKeys(file.toUri());
        keys.reload(1);
        tokens = new Tokens(new AccessConfig.Tokens(file.toUri(), ISSUER, "idaeus"), keys);
    }

    @Test
    void aTokenTellsWhoCalls() throws Exception {
        Identity identity = tokens.verify(signed(claims -> claims));

        assertThat(identity).isEqualTo(Identity.ofToken("alice", ISSUER));
        assertThat(identity.shown()).isEqualTo("token:alice");
    }

    @Test
    void whatIsNotMeantForThisSidecarIsRefused() throws Exception {
        refused("Expired", signed(claims -> claims.expirationTime(in(-31))));
        refused("before use time", signed(claims -> claims.notBeforeTime(in(31))));
        refused("iss", signed(claims -> claims.issuer("https://evil.example.org")));
        refused("aud", signed(claims -> claims.audience("other")));
        refused("sub", signed(claims -> claims.subject(null)));
        refused("exp", signed(claims -> claims.expirationTime(null)));
    }

    @Test
    void aClockThatIsALittleWrongDoesNotMatter() throws Exception {
        assertThat(tokens.verify(signed(claims -> claims.expirationTime(in(-10))))
                        .name())
                .isEqualTo("alice");
    }

    @Test
    void whatThoseKeysDidNotSignIsRefused() throws Exception {
        ECKey other = new ECKeyGenerator(Curve.P_256).keyID("first").generate();
        refused("signature", signed(other, claims -> claims));
        ECKey unknown = new ECKeyGenerator(Curve.P_256).keyID("second").generate();
        refused("key", signed(unknown, claims -> claims));
        refused("", new PlainJWT(claims().build()).serialize());
        // The public key as a secret that everybody knows.
        byte[] secret = key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);
        refused(
                "",
                sign(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(), new MACSigner(secret)));
        String[] parts = signed(claims -> claims).split("\\.", -1);
        String[] root = signed(claims -> claims.subject("root")).split("\\.", -1);
        refused("signature", parts[0] + "." + root[1] + "." + parts[2]);
        refused("no signed", "alice");
        refused("no signed", "");
        refused("characters", "a".repeat(8193));
    }

    @Test
    void keysOfAServerAreFetchedAgainOnceATokenNamesAnUnknownOne() throws Exception {
        AtomicReference<String> served = new AtomicReference<>(new JWKSet(key.toPublicJWK()).toString());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = served.get().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys");
            TokenKeys fetched = new TokenKeys(uri);
            Tokens ofServer = new Tokens(new AccessConfig.Tokens(uri, ISSUER, "idaeus"), fetched);
            long now = 1;
            fetched.reload(now);
            assertThat(ofServer.verify(signed(claims -> claims)).name()).isEqualTo("alice");

            ECKey next = new ECKeyGenerator(Curve.P_256).keyID("next").generate();
            served.set(new JWKSet(next.toPublicJWK()).toString());
            fetched.reload(now + 11_000_000_000L);
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> ofServer.verify(signed(next, claims -> claims)));
            fetched.reload(now + 22_000_000_000L);
            assertThat(ofServer.verify(signed(next, claims -> claims)).name()).isEqualTo("alice");

            served.set("no keys");
            fetched.reload(now + 600_000_000_000L);
            assertThat(ofServer.verify(signed(next, claims -> claims)).name()).isEqualTo("alice");
        } finally {
            server.stop(0);
        }
    }

    private void refused(String why, String token) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> tokens.verify(token))
                .matches(e -> e.type() == ProblemType.UNAUTHENTICATED)
                .withMessageContaining(why)
                .matches(e -> token.isEmpty()
                        || token.length() < 20
                        || !e.getMessage().contains(token));
    }

    private String signed(UnaryOperator<JWTClaimsSet.Builder> change) throws Exception {
        return signed(key, change);
    }

    private static String signed(ECKey by, UnaryOperator<JWTClaimsSet.Builder> change) throws Exception {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(by.getKeyID()).build(),
                change.apply(claims()).build());
        token.sign(new ECDSASigner(by));
        return token.serialize();
    }

    private static String sign(JWSHeader header, JWSSigner signer) throws Exception {
        SignedJWT token = new SignedJWT(header, claims().build());
        token.sign(signer);
        return token.serialize();
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .subject("alice")
                .issuer(ISSUER)
                .audience("idaeus")
                .expirationTime(in(60));
    }

    private static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }
}
