/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.api.contract.Revised;
import io.idaeus.sidecar.operation.Revisions;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.web.router.RouteAttributes;
import java.util.Arrays;

/** Gives responses an ETag, and answers 304 to whoever has seen the same. */
@ServerFilter("/v1/**")
final class RevisionFilter {
    private final Revisions revisions = new Revisions();

    @ResponseFilter
    MutableHttpResponse<?> tag(HttpRequest<?> request, MutableHttpResponse<?> response) {
        Object body = response.body();
        if (response.code() != HttpStatus.OK.getCode() || body == null || !isRevised(request)) {
            return response;
        }
        String tag = revisions.of(body);
        boolean seen = request.getHeaders().getAll(HttpHeaders.IF_NONE_MATCH).stream()
                .anyMatch(header -> isNamed(header, tag));
        return (seen ? HttpResponse.notModified() : response).header(HttpHeaders.ETAG, tag);
    }

    private static boolean isRevised(HttpRequest<?> request) {
        return RouteAttributes.getRouteInfo(request)
                .filter(route -> route.getAnnotationMetadata().hasAnnotation(Revised.class))
                .isPresent();
    }

    // Compared weakly (RFC 9110, 13.1.2).
    private static boolean isNamed(String header, String tag) {
        return Arrays.stream(header.split(",", -1))
                .map(String::strip)
                .anyMatch(each -> each.equals("*") || each.equals(tag) || each.equals("W/" + tag));
    }
}
