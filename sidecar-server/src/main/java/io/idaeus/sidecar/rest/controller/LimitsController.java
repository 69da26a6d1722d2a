/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.Limits;
import io.idaeus.api.limits.LimitsApi;
import io.idaeus.sidecar.operation.LimitOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import org.jspecify.annotations.Nullable;

/** The rate limits. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class LimitsController implements LimitsApi {
    private final LimitOperations limits;
    private final Calls calls;

    LimitsController(LimitOperations limits, Calls calls) {
        this.limits = limits;
        this.calls = calls;
    }

    @Override
    public Limits get() {
        return limits.get(calls.current());
    }

    @Override
    public Limits set(LimitSettings settings, @Nullable String ifMatch) {
        return limits.set(calls.current(), settings, ifMatch);
    }

    @Override
    public Limits reset(@Nullable String ifMatch) {
        return limits.reset(calls.current(), ifMatch);
    }
}
