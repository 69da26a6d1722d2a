/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.LimitSettings;
import io.idaeus.api.Limits;
import io.idaeus.api.LimitsApi;
import io.idaeus.api.Permission;
import io.idaeus.sidecar.limits.LimitsService;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** The rate limits. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class LimitsController implements LimitsApi {
    private final LimitsService limits;
    private final Callers callers;

    LimitsController(LimitsService limits, Callers callers) {
        this.limits = limits;
        this.callers = callers;
    }

    @Override
    public Limits get() {
        return limits.view();
    }

    @Override
    public Limits set(LimitSettings settings) {
        callers.current().requireEverywhere(Permission.OPERATE);
        return limits.set(settings);
    }

    @Override
    public Limits reset() {
        callers.current().requireEverywhere(Permission.OPERATE);
        return limits.reset();
    }
}
