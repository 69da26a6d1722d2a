/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.TableRef;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.context.ServerRequestContext;
import io.micronaut.web.router.MethodBasedRouteMatch;
import io.micronaut.web.router.RouteAttributes;
import io.micronaut.web.router.RouteMatch;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a request would change, for its audit record: names alone. Of a body, what its controller adds. */
@Singleton
final class AuditTargets {
    private static final String ATTRIBUTE = "io.idaeus.audit.target";

    /** Adds a name to the request that is being answered; null for none. */
    void add(String name, @Nullable Object value) {
        if (value != null) {
            ServerRequestContext.currentRequest().ifPresent(request -> {
                Added added = added(request).orElseGet(Added::new);
                added.names.put(name, value.toString());
                request.setAttribute(ATTRIBUTE, added);
            });
        }
    }

    // Not a map: Micronaut copies those.
    private static final class Added {
        private final Map<String, String> names = new LinkedHashMap<>();
    }

    private static Optional<Added> added(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE, Added.class);
    }

    void addTables(@Nullable List<TableRef> tables) {
        if (tables != null) {
            add(
                    "tables",
                    tables.stream()
                            .map(table -> table.keyspace() + "." + table.table())
                            .collect(Collectors.joining(",")));
        }
    }

    static Map<String, String> of(HttpRequest<?> request) {
        Map<String, String> target = new LinkedHashMap<>();
        RouteMatch<?> route = RouteAttributes.getRouteMatch(request).orElse(null);
        if (route == null) {
            target.put("path", request.getPath());
            return target;
        }
        route.getVariableValues().forEach((name, value) -> target.put(name, String.valueOf(value)));
        // Those that the operation declares: another one could be a secret.
        Argument<?>[] declared =
                route instanceof MethodBasedRouteMatch<?, ?> method ? method.getArguments() : Argument.ZERO_ARGUMENTS;
        for (Argument<?> argument : declared) {
            String value = argument.isAnnotationPresent(QueryValue.class)
                    ? request.getParameters().get(argument.getName())
                    : null;
            if (value != null) {
                target.put(argument.getName(), value);
            }
        }
        added(request).ifPresent(added -> target.putAll(added.names));
        return target;
    }

    static Map<String, String> of(HttpRequest<?> request, HttpResponse<?> response) {
        Map<String, String> target = of(request);
        String location = response.getHeaders().get(HttpHeaders.LOCATION);
        if (location != null) {
            target.put("location", location);
        }
        return target;
    }
}
