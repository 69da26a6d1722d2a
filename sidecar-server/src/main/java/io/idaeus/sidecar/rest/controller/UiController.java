/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.ProblemType;
import io.idaeus.api.contract.Needs;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.ui.UiFile;
import io.idaeus.ui.UiSidecars;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import java.util.List;

/** The page, for this sidecar alone and only without TLS: browsers have no client certificates, {@code idaeus ui} has. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class UiController {

    private final boolean tls;

    UiController(SidecarConfig config) {
        tls = config.tls() != null;
    }

    @Get("/ui")
    @Needs.Read
    HttpResponse<?> root(HttpRequest<?> request) {
        // The route is that of /ui/ too.
        return request.getPath().endsWith("/") ? file("") : HttpResponse.temporaryRedirect(URI.create("/ui/"));
    }

    @Get("/ui/sidecars.json")
    @Needs.Read
    HttpResponse<?> sidecars() {
        requirePlain();
        return page(HttpResponse.ok(new UiSidecars(List.of(new UiSidecars.Sidecar("This sidecar", "..")))));
    }

    @Get("/ui/{+path}")
    @Needs.Read
    HttpResponse<?> file(String path) {
        requirePlain();
        UiFile file = UiFile.find(path)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.NOT_FOUND, "The page has no file " + path + " (it begins at /ui/)."));
        return page(HttpResponse.ok(file.bytes()).header("Content-Type", file.type()));
    }

    private void requirePlain() {
        if (tls) {
            throw new ProblemException(
                    ProblemType.NOT_FOUND,
                    "This sidecar uses TLS and serves no page. Run `idaeus ui` with your certificate or token.");
        }
    }

    private static MutableHttpResponse<?> page(MutableHttpResponse<?> response) {
        UiFile.HEADERS.forEach(response::header);
        return response;
    }
}
