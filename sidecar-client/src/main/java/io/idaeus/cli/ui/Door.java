/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.ui;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the page. An address with a token opens it once, in the browser that asks first; a cookie then stands for that
 * browser. Other users of the host, and pages of other origins, get nothing.
 */
final class Door {
    private static final Set<String> CHANGES = Set.of("POST", "PUT", "DELETE");
    private static final int SECRET_BYTES = 32;

    private final Set<String> hosts;
    private final Pattern cookie;
    private final String cookieName;
    private final String session = secret();
    private final AtomicReference<@Nullable String> token = new AtomicReference<>(secret());

    Door(int port) {
        hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        // Browsers share the cookies of a host between its ports.
        cookieName = "idaeus-" + port;
        cookie = Pattern.compile("(?:^|;)\\s*" + cookieName + "=([A-Za-z0-9_-]+)");
    }

    /** The token at the end of the first address; null once it was used. */
    @Nullable
    String token() {
        return token.get();
    }

    /** Whether the browser may have the page from now on; true once. */
    boolean opens(String presented) {
        String expected = token.get();
        return expected != null && same(expected, presented) && token.compareAndSet(expected, null);
    }

    String cookie() {
        return cookieName + "=" + session + "; Path=/; HttpOnly; SameSite=Strict";
    }

    /** @return why the request is refused; null where it is not */
    @Nullable
    String refusal(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        if (host == null || !hosts.contains(host)) {
            // A name of another page's that resolves to this address.
            return "The Host header is " + host + " (expected: one of " + hosts + ").";
        }
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        boolean changes = CHANGES.contains(exchange.getRequestMethod());
        if (origin == null ? changes : !origin.equals("http://" + host)) {
            return "Requests from web pages of another origin (" + origin + ") are not allowed.";
        }
        return null;
    }

    boolean knows(HttpExchange exchange) {
        for (String header : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
            Matcher matcher = cookie.matcher(header);
            while (matcher.find()) {
                if (same(session, matcher.group(1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean same(String expected, String found) {
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.US_ASCII), found.getBytes(StandardCharsets.UTF_8));
    }

    private static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
