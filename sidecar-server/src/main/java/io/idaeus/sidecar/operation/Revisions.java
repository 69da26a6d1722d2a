/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.idaeus.api.ProblemType;
import io.idaeus.api.limits.Limits;
import io.idaeus.sidecar.checksum.Sha256;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names what a result says, as strong entity tags do (RFC 9110, 8.8.3). That of limits has two parts: their settings, and
 * the whole with the rates in effect, which change by themselves. Thread-safe.
 */
public final class Revisions {
    private static final int DIGITS = 16;
    private static final ObjectMapper JSON = new ObjectMapper().registerModule(new JavaTimeModule());

    /** With its quotation marks. */
    public String of(Object result) {
        String whole = hash(result);
        return result instanceof Limits limits ? "\"" + settings(limits) + "-" + whole + "\"" : "\"" + whole + "\"";
    }

    /**
     * Compares the settings alone: nobody who changes them has to know the rates in effect. Compares strongly (RFC 9110,
     * 13.1.1).
     *
     * @param expected one tag, several with commas between, or {@code *}; null where there is none
     * @throws ProblemException PRECONDITION_FAILED
     */
    void requireMatch(@Nullable String expected, Limits now) {
        if (expected == null) {
            return;
        }
        BoundedText.ETAGS.require("If-Match", expected);
        String wanted = "\"" + settings(now) + "-";
        boolean matches = Arrays.stream(expected.split(",", -1))
                .map(String::strip)
                .anyMatch(each -> each.equals("*") || each.startsWith(wanted));
        if (!matches) {
            throw new ProblemException(
                    ProblemType.PRECONDITION_FAILED,
                    "The limits have changed since the response with the ETag " + expected + " (found: " + of(now)
                            + "). Nothing was changed; read GET /v1/limits again.");
        }
    }

    private static String settings(Limits limits) {
        return hash(Arrays.asList(limits.settings(), limits.origin(), limits.setAt()));
    }

    private static String hash(Object value) {
        try {
            return Sha256.of(JSON.writeValueAsBytes(value)).substring(0, DIGITS);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
