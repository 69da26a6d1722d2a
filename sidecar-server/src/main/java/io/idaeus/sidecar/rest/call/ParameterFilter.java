/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rest.refusal.Expected;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.web.router.MethodBasedRouteMatch;
import io.micronaut.web.router.RouteAttributes;
import io.micronaut.web.router.RouteMatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Rejects unknown query parameters, and values that Micronaut accepts beyond the contract: {@code force=on}, {@code limit=}.
 */
// A misspelt range would otherwise select everything.
@ServerFilter("/v1/**")
final class ParameterFilter {
    @RequestFilter
    void check(HttpRequest<?> request) {
        RouteMatch<?> match = RouteAttributes.getRouteMatch(request).orElse(null);
        if (!(match instanceof MethodBasedRouteMatch<?, ?> method)) {
            return;
        }
        List<String> known = new ArrayList<>();
        for (Argument<?> argument : method.getArguments()) {
            if (argument.isAnnotationPresent(QueryValue.class)) {
                known.add(argument.getName());
                check(argument, request.getParameters().getAll(argument.getName()));
            }
        }
        Set<String> given = request.getParameters().names();
        given.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            String expected = known.isEmpty() ? "none" : String.join(", ", known);
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "unknown query parameter \"" + name + "\" (expected: " + expected + ").");
        });
    }

    private static void check(Argument<?> argument, List<String> values) {
        if (values.size() > 1 && !Collection.class.isAssignableFrom(argument.getType())) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    argument.getName() + ": found " + values.size() + " times, expected once.");
        }
        for (String value : values) {
            if (!Expected.isExactly(argument, value)) {
                throw new ProblemException(
                        ProblemType.INVALID_REQUEST,
                        argument.getName() + ": found \"" + value + "\", expected " + Expected.of(argument) + ".");
            }
        }
    }
}
