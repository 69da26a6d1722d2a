/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.access.Caller;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.context.ServerRequestContext;
import jakarta.inject.Singleton;

/** Who sent the request that is being answered. */
@Singleton
final class Callers {
    private static final String ATTRIBUTE = "io.idaeus.caller";

    static void set(HttpRequest<?> request, Caller caller) {
        request.setAttribute(ATTRIBUTE, caller);
    }

    static boolean isKnown(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE).isPresent();
    }

    /** @throws IllegalStateException outside of a request, or where nobody was asked */
    Caller current() {
        return ServerRequestContext.currentRequest()
                .flatMap(request -> request.getAttribute(ATTRIBUTE, Caller.class))
                .orElseThrow(() -> new IllegalStateException("the caller of this request is not known"));
    }
}
