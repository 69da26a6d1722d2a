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
import org.jspecify.annotations.Nullable;

/** The rate limits. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class LimitsController implements LimitsApi {
    private final LimitsService limits;
    private final Callers callers;
    private final EntityTags tags;

    LimitsController(LimitsService limits, Callers callers, EntityTags tags) {
        this.limits = limits;
        this.callers = callers;
        this.tags = tags;
    }

    @Override
    public Limits get() {
        return limits.view();
    }

    @Override
    public Limits set(LimitSettings settings, @Nullable String ifMatch) {
        callers.current().requireEverywhere(Permission.OPERATE);
        return limits.set(settings, now -> tags.requireMatch(ifMatch, now));
    }

    @Override
    public Limits reset(@Nullable String ifMatch) {
        callers.current().requireEverywhere(Permission.OPERATE);
        return limits.reset(now -> tags.requireMatch(ifMatch, now));
    }
}
