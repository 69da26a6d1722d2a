/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Whether a sidecar answers, and whether its clock agrees with this one. */
public final class ClockSkew {

    // HTTP tells whole seconds. Leases and certificates tolerate more than this; Cassandra's timestamps do not.
    private static final Duration TOLERATED = Duration.ofSeconds(3);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private ClockSkew() {}

    /**
     * @param check name of the check where the sidecar answers; {@code clock} where its clock differs
     * @throws SidecarUnreachableException where the sidecar does not answer
     */
    public static Diagnosis of(SidecarClient sidecar, Clock clock, String check) {
        Instant before = clock.instant();
        HttpResponse<InputStream> answer = sidecar.forward("GET", "/health/liveness", null, PATIENCE);
        Instant after = clock.instant();
        close(answer);
        if (answer.statusCode() != 200) {
            return Diagnosis.fail(
                    check,
                    "%s answers with HTTP %d when asked for its health".formatted(sidecar.base(), answer.statusCode()),
                    "check that the address is a sidecar's control plane");
        }
        Optional<Instant> there = answer.headers().firstValue("Date").flatMap(ClockSkew::instant);
        if (there.isEmpty()) {
            return Diagnosis.ok(check, sidecar.base() + " answers, without telling its time");
        }
        Instant now = there.get();
        boolean late = now.plusSeconds(1).plus(TOLERATED).isBefore(before);
        boolean early = now.minus(TOLERATED).isAfter(after);
        return late || early
                ? Diagnosis.warn(
                        "clock",
                        "%s says it is %s, this host says %s".formatted(sidecar.base(), now, after),
                        "synchronize both clocks, for instance with chrony: leases, certificates and writes depend on them")
                : Diagnosis.ok(check, sidecar.base() + " answers, and its clock agrees");
    }

    private static Optional<Instant> instant(String header) {
        try {
            return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header)));
        } catch (DateTimeException foreign) {
            return Optional.empty();
        }
    }

    private static void close(HttpResponse<InputStream> answer) {
        try {
            answer.body().close();
        } catch (IOException closed) {
            // It has answered.
        }
    }
}
