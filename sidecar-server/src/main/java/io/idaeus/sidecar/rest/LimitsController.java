/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.LimitSettings;
import io.idaeus.api.Limits;
import io.idaeus.api.LimitsApi;
import io.idaeus.sidecar.limits.LimitsService;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** The rate limits. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class LimitsController implements LimitsApi {
    private final LimitsService limits;

    LimitsController(LimitsService limits) {
        this.limits = limits;
    }

    @Override
    public Limits get() {
        return limits.view();
    }

    @Override
    public Limits set(LimitSettings settings) {
        return limits.set(settings);
    }

    @Override
    public Limits reset() {
        return limits.reset();
    }
}
