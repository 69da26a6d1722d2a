/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who may call.
 *
 * @param list YAML: which roles whom; null for nobody
 * @param tokens null for certificates alone
 * @param reloadInterval how often the list and a file of keys are looked at
 */
public record AccessConfig(@Nullable Path list, @Nullable Tokens tokens, Duration reloadInterval) {

    /**
     * Which bearer tokens are taken.
     *
     * @param keys a JWK set (RFC 7517), as {@code file:} or {@code https:}
     * @param issuer the {@code iss} that a token must have
     * @param audience the {@code aud} that a token must have
     */
    public record Tokens(URI keys, String issuer, String audience) {}

    static AccessConfig read(Section section) {
        return new AccessConfig(
                section.find("list", Value.READABLE_FILE),
                tokens(section.section("tokens")),
                section.get("reloadInterval", Value.time("1s", "1d"), Duration.ofSeconds(10)));
    }

    private static @Nullable Tokens tokens(Section section) {
        URI keys = section.find("keys", Value.KEYS);
        String issuer = section.find("issuer", Value.TEXT);
        String audience = section.get("audience", Value.TEXT, "idaeus");
        if (section.isAbsent()) {
            return null;
        }
        section.require("keys", "keys and issuer together: where the keys are that sign tokens");
        section.require("issuer", "keys and issuer together: the iss of the tokens");
        return keys == null || issuer == null ? null : new Tokens(keys, issuer, audience);
    }
}
