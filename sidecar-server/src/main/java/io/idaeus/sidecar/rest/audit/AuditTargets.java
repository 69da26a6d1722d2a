/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.audit;

import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.web.router.MethodBasedRouteMatch;
import io.micronaut.web.router.RouteAttributes;
import io.micronaut.web.router.RouteMatch;
import java.util.LinkedHashMap;
import java.util.Map;

/** The target of a request in its audit record: the names in its address, and those that its operation gave. */
final class AuditTargets {
    private AuditTargets() {}

    static Map<String, String> of(HttpRequest<?> request) {
        Map<String, String> target = new LinkedHashMap<>();
        RouteMatch<?> route = RouteAttributes.getRouteMatch(request).orElse(null);
        if (route == null) {
            target.put("path", request.getPath());
            return target;
        }
        route.getVariableValues().forEach((name, value) -> target.put(name, String.valueOf(value)));
        // Only query parameters that the operation declares: another one could be a secret.
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
        Calls.of(request).ifPresent(call -> target.putAll(call.target()));
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
