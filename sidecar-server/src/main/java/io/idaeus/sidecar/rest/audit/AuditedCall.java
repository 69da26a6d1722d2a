/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.audit;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.contract.Needs;
import io.idaeus.sidecar.access.Identity;
import io.idaeus.sidecar.audit.Actor;
import io.idaeus.sidecar.audit.AuditRecord;
import io.idaeus.sidecar.operation.Call;
import io.idaeus.sidecar.rest.call.CallerFilter;
import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.web.router.RouteAttributes;
import java.security.cert.X509Certificate;
import java.util.Set;

/** Reads the fields of a call's audit record. */
final class AuditedCall {
    // By name: the class is there when this is compiled, and not in the delivered sidecar.
    private static final String OPERATION = "io.swagger.v3.oas.annotations.Operation";

    private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final Set<Integer> REFUSED = Set.of(
            ProblemType.UNAUTHENTICATED.status(),
            ProblemType.FORBIDDEN.status(),
            ProblemType.TOO_MANY_REQUESTS.status());

    private AuditedCall() {}

    /** Whether the operation changes something where it succeeds. */
    static boolean isChange(HttpRequest<?> request) {
        return !READS.contains(request.getMethod())
                && RouteAttributes.getRouteInfo(request)
                        .filter(route -> route.getAnnotationMetadata().hasStereotype(Needs.class))
                        .isPresent();
    }

    static boolean isRefused(HttpResponse<?> response) {
        return REFUSED.contains(response.code()) || result(response).equals(ProblemType.AUDIT_UNAVAILABLE.slug());
    }

    static String operation(HttpRequest<?> request) {
        return RouteAttributes.getRouteInfo(request)
                .flatMap(route -> route.getAnnotationMetadata().stringValue(OPERATION, "operationId"))
                .orElse(AuditRecord.UNKNOWN);
    }

    static String result(HttpResponse<?> response) {
        if (response.code() < 400) {
            return "ok";
        }
        return response.getBody(Problem.class)
                .flatMap(problem -> ProblemType.fromUri(problem.type()))
                .map(ProblemType::slug)
                .orElse("error");
    }

    /** A caller that was refused for its token is known by the certificate that came with it. */
    static Actor actor(HttpRequest<?> request) {
        String address = request.getRemoteAddress().getAddress() == null
                ? request.getRemoteAddress().getHostString()
                : request.getRemoteAddress().getAddress().getHostAddress();
        return Calls.of(request)
                .map(Call::caller)
                .map(caller -> new Actor(
                        caller.shown(),
                        caller.identity() == null ? null : caller.identity().issuer(),
                        caller.roles(),
                        address))
                .orElseGet(() -> {
                    X509Certificate certificate = CallerFilter.certificate(request);
                    Identity known = certificate == null ? null : Identity.of(certificate);
                    return known == null
                            ? new Actor(null, null, "", address)
                            : new Actor(known.shown(), known.issuer(), "", address);
                });
    }
}
