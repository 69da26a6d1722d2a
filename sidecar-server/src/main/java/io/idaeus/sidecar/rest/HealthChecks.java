/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Health;
import java.util.List;
import java.util.function.Supplier;

/** What readiness looks at; each supplier answers within two seconds, and does not throw. */
public record HealthChecks(List<Supplier<List<Health.Check>>> checks) {
    Health readiness() {
        List<Health.Check> answers =
                checks.stream().flatMap(check -> check.get().stream()).toList();
        return new Health(answers.stream().allMatch(Health.Check::up), answers);
    }
}
