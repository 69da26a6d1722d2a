/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.audit;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.AuditRecord;
import io.idaeus.sidecar.problem.ProblemException;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import java.util.concurrent.ExecutorService;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** With {@code audit.strict}: lets a change run only once the record of its begin is on disk. */
@ServerFilter("/**")
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class AuditGate {
    private final AuditLog audit;
    private final ExecutorService controllers;

    AuditGate(AuditLog audit, @Named(TaskExecutors.BLOCKING) ExecutorService controllers) {
        this.audit = audit;
        this.controllers = controllers;
    }

    @RequestFilter
    Publisher<HttpRequest<?>> pass(HttpRequest<?> request) {
        if (!audit.isStrict() || !AuditedCall.isChange(request)) {
            return Mono.just(request);
        }
        String id = audit.nextId();
        AuditRecord begun = AuditRecord.begun(
                audit.now(), id, AuditedCall.operation(request), AuditTargets.of(request), AuditedCall.actor(request));
        return Mono.fromFuture(audit.begin(begun))
                // Not on the thread that writes records.
                .publishOn(Schedulers.fromExecutor(controllers))
                .onErrorMap(AuditGate::refusal)
                .then(Mono.fromSupplier(() -> {
                    request.setAttribute(AuditFilter.ID, id);
                    return request;
                }));
    }

    private static ProblemException refusal(Throwable cause) {
        return new ProblemException(
                ProblemType.AUDIT_UNAVAILABLE,
                "Nothing was changed: its audit record cannot be written (" + cause.getMessage()
                        + "; expected: audit.file on a disk with space that this sidecar's user can write). Remove the"
                        + " cause, or set audit.strict: false and start the sidecar again.",
                cause);
    }
}
