/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.sidecar.TokenIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLException;

/** Tokens that expired, that another key signed, or that nobody signed. */
final class BadTokens implements Attack {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final String HEADER = "{\"alg\":\"ES256\",\"kid\":\"test\"}";
    private static final int FLIPPED = 50;

    private record Bad(String what, String token) {}

    @Override
    public String name() {
        return "bad tokens";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception {
        HttpClient http = scene.withoutCertificate();
        URI uri = URI.create(scene.destinationSidecar().restUri() + "/v1/node");
        List<Bad> all = all(scene, random);
        do {
            for (Bad bad : all) {
                tally.sent();
                HttpResponse<String> answer = ask(http, uri, bad.token());
                tally.answered(answer.statusCode(), bad.what());
                if (answer.statusCode() != 401 && answer.statusCode() != 429 && answer.statusCode() != 431) {
                    tally.breaks("a token that " + bad.what() + " got " + answer.statusCode() + " (expected: 401)");
                }
            }
            String good = scene.tokens().token("admin");
            tally.sent();
            int status = ask(http, uri, good).statusCode();
            tally.answered(status, "a good token");
            if (status != 200 && status != 429) {
                tally.breaks("a good token got " + status + " (expected: 200)");
            }
        } while (!deadline.isOver());
    }

    private static HttpResponse<String> ask(HttpClient http, URI uri, String token)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + token)
                .build();
        AttackDeadline deadline = AttackDeadline.in(ANSWER);
        while (true) {
            try {
                return http.send(request, BodyHandlers.ofString());
            } catch (SSLException e) {
                // A new connection may have to make room, as AttackScene.reached says.
                if (deadline.isOver()) {
                    throw e;
                }
            }
        }
    }

    private static List<Bad> all(AttackScene scene, RandomGenerator random)
            throws IOException, GeneralSecurityException {
        TokenIssuer issuer = scene.tokens();
        Path directory = Files.createTempDirectory("idaeus-other-issuer");
        TokenIssuer other = TokenIssuer.in(directory);
        String jwk = Files.readString(other.keys()).replaceFirst(".*\\[(.*)].*", "$1");
        Files.delete(other.keys());
        Files.delete(directory);
        String good = issuer.token("admin");
        String[] parts = good.split("\\.", -1);
        List<Bad> all = new ArrayList<>(List.of(
                new Bad("has expired", issuer.token("admin", "idaeus", Duration.ofHours(-1))),
                new Bad("is for others", issuer.token("admin", "others", Duration.ofMinutes(5))),
                new Bad("another key signed", other.token("admin")),
                new Bad("brings its own key", other.sign("{\"alg\":\"ES256\",\"jwk\":" + jwk + "}", claims("admin"))),
                new Bad(
                        "names a URL of keys",
                        other.sign(
                                "{\"alg\":\"ES256\",\"jku\":\"http://127.0.0.1:1/\",\"kid\":\"test\"}",
                                claims("admin"))),
                new Bad(
                        "names a file as key",
                        other.sign("{\"alg\":\"ES256\",\"kid\":\"../../dev/null\"}", claims("admin"))),
                new Bad("has no algorithm", base64("{\"alg\":\"none\"}") + '.' + parts[1] + '.'),
                new Bad(
                        "says none and keeps a signature",
                        base64("{\"alg\":\"nOnE\"}") + '.' + parts[1] + '.' + parts[2]),
                new Bad("is signed with the public key as a secret", byPublicKey(issuer)),
                new Bad(
                        "has a critical header",
                        issuer.sign("{\"alg\":\"ES256\",\"kid\":\"test\",\"crit\":[\"x\"],\"x\":1}", claims("admin"))),
                new Bad("never expires", issuer.sign(HEADER, claims("admin").replaceAll(",\"exp\":\\d+", ""))),
                new Bad("has no subject", issuer.sign(HEADER, claims("admin").replace("\"sub\":\"admin\",", ""))),
                new Bad("has no issuer", issuer.sign(HEADER, claims("admin").replaceAll("\"iss\":\"[^\"]*\",", ""))),
                new Bad(
                        "is of another issuer",
                        issuer.sign(HEADER, claims("admin").replace("idp.example", "idp.other"))),
                new Bad(
                        "begins tomorrow",
                        issuer.sign(HEADER, claims("admin").replace("{", "{\"nbf\":" + tomorrow() + ","))),
                new Bad("is no JSON", issuer.sign(HEADER, "admin")),
                new Bad("is deep", issuer.sign(HEADER, "[".repeat(2000))),
                new Bad("has no signature", parts[0] + '.' + parts[1] + '.'),
                new Bad("has a signature of zeros", parts[0] + '.' + parts[1] + '.' + "A".repeat(86)),
                new Bad("is cut", good.substring(0, good.length() / 2)),
                new Bad("is empty", ""),
                new Bad("is dots", "..."),
                new Bad("is long", "A".repeat(6000) + '.' + parts[1] + '.' + parts[2]),
                new Bad("is encrypted", "e30.e30.e30.e30.e30")));
        for (int i = 0; i < FLIPPED; i++) {
            // The last character of a part may hold bits that encode nothing.
            int at = random.nextInt(good.length() - 4);
            char changed = good.charAt(at) == 'A' ? 'B' : 'A';
            boolean last = at + 1 < good.length() && good.charAt(at + 1) == '.';
            if (good.charAt(at) != '.' && !last) {
                all.add(new Bad(
                        "has another character at " + at, good.substring(0, at) + changed + good.substring(at + 1)));
            }
        }
        return all;
    }

    private static String claims(String subject) {
        return "{\"sub\":\"%s\",\"iss\":\"%s\",\"aud\":\"idaeus\",\"exp\":%d}"
                .formatted(
                        subject,
                        TokenIssuer.ISSUER,
                        Instant.now().plusSeconds(600).getEpochSecond());
    }

    private static long tomorrow() {
        return Instant.now().plus(Duration.ofDays(1)).getEpochSecond();
    }

    private static String byPublicKey(TokenIssuer issuer) throws IOException, GeneralSecurityException {
        String signed = base64("{\"alg\":\"HS256\",\"kid\":\"test\"}") + '.' + base64(claims("admin"));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Files.readAllBytes(issuer.keys()), "HmacSHA256"));
        byte[] signature = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + '.' + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
