/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.api.ProblemType;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.access.AccessControl;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rest.connection.ControlConnection;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.web.router.RouteAttributes;
import java.security.cert.X509Certificate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rejects callers that lack the permission of the operation. Without authentication, everyone may call except
 * web pages: those of another origin and, on loopback, those whose name was rebound to this address.
 */
@ServerFilter("/**")
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
public final class CallerFilter {
    private static final Pattern LOCAL = Pattern.compile("((?i:localhost)|[0-9.]+|\\[[0-9A-Fa-f:.]+])(:\\d*)?");

    private static final String KEYSPACE = "keyspace";

    private final AccessControl access;
    private final RequestRates rates;
    private final boolean tls;
    private final boolean loopback;

    CallerFilter(SidecarConfig config, AccessControl access, RequestRates rates) {
        this.access = access;
        this.rates = rates;
        this.tls = config.tls() != null;
        this.loopback = config.control().isLoopback();
    }

    @RequestFilter
    void check(HttpRequest<?> request) {
        rejectWebPages(request);
        Permission needed = needed(request);
        if (needed != Permission.OPEN) {
            rejectOnHealthListener(request);
            Caller caller = caller(request);
            Calls.set(request, caller);
            rates.take(Calls.key(request, caller));
            caller.require(needed);
            String keyspace = keyspace(request);
            if (keyspace != null) {
                caller.require(needed, keyspace);
            }
        }
    }

    // Before the caller is asked: nobody should send a token to this port, which has no TLS.
    private static void rejectOnHealthListener(HttpRequest<?> request) {
        ControlConnection connection = ControlConnection.of(request);
        if (connection != null && connection.isHealthOnly()) {
            throw new ProblemException(
                    ProblemType.NOT_FOUND,
                    "This port serves /health/liveness and /health/readiness alone (found: " + request.getPath()
                            + "); everything else is at control.port.");
        }
    }

    private Caller caller(HttpRequest<?> request) {
        try {
            return access.caller(certificate(request), request.getHeaders().get(HttpHeaders.AUTHORIZATION));
        } catch (ProblemException unknown) {
            rates.take(Calls.address(request));
            throw unknown;
        }
    }

    // A caller with READ may know that an address does not exist, and see the pages below /docs/.
    static Permission needed(HttpRequest<?> request) {
        return RouteAttributes.getRouteInfo(request)
                .flatMap(route -> route.getAnnotationMetadata().enumValue(Needs.class, Permission.class))
                .orElse(Permission.READ);
    }

    private static @Nullable String keyspace(HttpRequest<?> request) {
        Object inPath = RouteAttributes.getRouteMatch(request)
                .map(route -> route.getVariableValues().get(KEYSPACE))
                .orElse(null);
        return inPath == null ? request.getParameters().get(KEYSPACE) : inPath.toString();
    }

    private void rejectWebPages(HttpRequest<?> request) {
        String origin = request.getHeaders().get(HttpHeaders.ORIGIN);
        String host = request.getHeaders().get(HttpHeaders.HOST);
        if (origin != null && !origin.endsWith("://" + host)) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    "Requests from web pages of another origin (" + origin + ") are not allowed.");
        }
        if (!tls && loopback && host != null && !isLocal(host)) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    "The Host header is " + host + " (expected: localhost or an address, since the control plane"
                            + " listens on loopback).");
        }
    }

    private static boolean isLocal(String authority) {
        return LOCAL.matcher(authority).matches();
    }

    public static @Nullable X509Certificate certificate(HttpRequest<?> request) {
        return request.getCertificate()
                .filter(X509Certificate.class::isInstance)
                .map(X509Certificate.class::cast)
                .orElse(null);
    }
}
