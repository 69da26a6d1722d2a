/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.Limits;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Strong ETags (RFC 9110, 8.8.3) from what a response says. That of limits has two parts: their settings, and the whole
 * with the rates in effect, which change by themselves.
 */
@Singleton
final class EntityTags {
    private static final int DIGITS = 16;

    private final ObjectMapper json;

    EntityTags(ObjectMapper json) {
        this.json = json;
    }

    /** With its quotation marks. */
    String of(Object body) {
        String whole = hash(body);
        return body instanceof Limits limits ? "\"" + settings(limits) + "-" + whole + "\"" : "\"" + whole + "\"";
    }

    /** Whether a header If-None-Match names the tag. Compared weakly (RFC 9110, 13.1.2). */
    static boolean isNamed(String header, String tag) {
        return Arrays.stream(header.split(",", -1))
                .map(String::strip)
                .anyMatch(each -> each.equals("*") || each.equals(tag) || each.equals("W/" + tag));
    }

    /**
     * Compares the settings alone: nobody who changes them has to know the rates in effect. Compares strongly (RFC 9110,
     * 13.1.1).
     *
     * @param ifMatch the header, with one tag, several, or {@code *}; null where there is none
     * @throws ProblemException PRECONDITION_FAILED
     */
    void requireMatch(@Nullable String ifMatch, Limits now) {
        if (ifMatch == null) {
            return;
        }
        BoundedText.ETAGS.require("If-Match", ifMatch);
        String wanted = "\"" + settings(now) + "-";
        boolean matches = Arrays.stream(ifMatch.split(",", -1))
                .map(String::strip)
                .anyMatch(each -> each.equals("*") || each.startsWith(wanted));
        if (!matches) {
            throw new ProblemException(
                    ProblemType.PRECONDITION_FAILED,
                    "The limits have changed since the response with the ETag " + ifMatch + " (found: " + of(now)
                            + "). Nothing was changed; read GET /v1/limits again.");
        }
    }

    private String settings(Limits limits) {
        return hash(Arrays.asList(limits.settings(), limits.origin(), limits.setAt()));
    }

    private String hash(Object value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(json.writeValueAsBytes(value));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
