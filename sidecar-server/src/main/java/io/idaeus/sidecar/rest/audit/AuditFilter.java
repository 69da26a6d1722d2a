/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.audit;

import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.AuditRecord;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import java.time.Duration;
import java.time.Instant;

/** Records each call that changes something, or is refused. */
@ServerFilter("/**")
@Order(Ordered.HIGHEST_PRECEDENCE)
final class AuditFilter {
    private static final String BEGAN = AuditFilter.class.getName();

    /** The id of the record that is on disk already; see {@link AuditGate}. */
    static final String ID = BEGAN + ".id";

    private final AuditLog audit;

    AuditFilter(AuditLog audit) {
        this.audit = audit;
    }

    private record Began(Instant time, long nanos) {}

    @RequestFilter
    void begin(HttpRequest<?> request) {
        if (audit.isOn()) {
            request.setAttribute(BEGAN, new Began(audit.now(), System.nanoTime()));
        }
    }

    @ResponseFilter
    void end(HttpRequest<?> request, HttpResponse<?> response) {
        boolean refused = AuditedCall.isRefused(response);
        if (audit.isOn() && (refused || AuditedCall.isChange(request))) {
            String begun = request.getAttribute(ID, String.class).orElse(null);
            AuditRecord record = record(request, response);
            if (begun != null) {
                audit.write(record.withId(begun));
            } else if (refused) {
                audit.refused(record);
            } else {
                audit.write(record);
            }
        }
    }

    private AuditRecord record(HttpRequest<?> request, HttpResponse<?> response) {
        Began began =
                request.getAttribute(BEGAN, Began.class).orElseGet(() -> new Began(audit.now(), System.nanoTime()));
        return AuditRecord.call(
                AuditRecord.Plane.CONTROL,
                began.time(),
                AuditedCall.operation(request),
                AuditTargets.of(request, response),
                AuditedCall.actor(request),
                response.code(),
                AuditedCall.result(response),
                Duration.ofNanos(System.nanoTime() - began.nanos()).toMillis());
    }
}
