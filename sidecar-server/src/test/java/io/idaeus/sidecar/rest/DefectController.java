/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Fails as a defect would; in tests alone. */
@Controller("/v1/defect")
@ExecuteOn(TaskExecutors.BLOCKING)
final class DefectController {
    @Get
    String fail() {
        throw new IllegalStateException("secret: hunter2");
    }

    @Get("/error")
    String failBadly() {
        throw new AssertionError("secret: hunter2");
    }

    @Get("/thread")
    String thread() {
        return Thread.currentThread().getName();
    }
}
