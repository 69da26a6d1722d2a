/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** The OpenAPI document, and a redirect to the API page. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class DocsController {
    private static final String DOCUMENT = "/META-INF/swagger/idaeus-v1.yml";

    @Get("/")
    HttpResponse<?> root() {
        return HttpResponse.temporaryRedirect(URI.create("/docs/"));
    }

    @Get("/openapi/idaeus-v1.yaml")
    @Produces("application/yaml")
    String document() {
        try (InputStream in = DocsController.class.getResourceAsStream(DOCUMENT)) {
            if (in == null) {
                throw new IllegalStateException(DOCUMENT + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
