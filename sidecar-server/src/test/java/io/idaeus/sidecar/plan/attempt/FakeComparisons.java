/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.ComparisonWait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Comparisons that end as a test says. */
public final class FakeComparisons implements PlannedComparisons {
    public final Map<String, Comparison> comparisons = new LinkedHashMap<>();
    public final List<String> commands = new ArrayList<>();

    private int begun;

    @Override
    public Comparison begin(ComparisonRequest request, Instant since, @Nullable String by, BooleanSupplier unwanted) {
        Comparison comparison = comparison("c" + ++begun, request, ComparisonState.QUEUED, null, since, null);
        comparisons.put(comparison.id(), comparison);
        commands.add("begin " + comparison.id());
        return comparison;
    }

    public void become(
            String id, ComparisonState state, @Nullable ComparisonResult result, @Nullable Instant finished) {
        Comparison known = Objects.requireNonNull(comparisons.get(id));
        comparisons.put(id, comparison(id, known.request(), state, result, known.createdAt(), finished));
    }

    public void waits(String id, ComparisonWait waiting) {
        Comparison known = Objects.requireNonNull(comparisons.get(id));
        comparisons.put(
                id,
                new Comparison(
                        id,
                        ComparisonState.RUNNING,
                        known.request(),
                        null,
                        known.here(),
                        known.there(),
                        known.createdAt(),
                        null,
                        null,
                        known.share(),
                        null,
                        0,
                        0,
                        waiting,
                        null,
                        null));
    }

    private static Comparison comparison(
            String id,
            ComparisonRequest request,
            ComparisonState state,
            @Nullable ComparisonResult result,
            Instant createdAt,
            @Nullable Instant finishedAt) {
        return new Comparison(
                id,
                state,
                request,
                null,
                "here",
                "there",
                createdAt,
                finishedAt,
                result,
                0.5,
                null,
                7,
                7,
                null,
                state == ComparisonState.FAILED ? "no rows are read" : null,
                null);
    }

    @Override
    public Optional<Comparison> find(String id) {
        return Optional.ofNullable(comparisons.get(id));
    }

    @Override
    public void pause(String id) {
        commands.add("pause " + id);
    }

    @Override
    public void resume(String id) {
        commands.add("resume " + id);
    }

    @Override
    public void cancel(String id) {
        commands.add("cancel " + id);
    }

    @Override
    public void delete(String id) {
        comparisons.remove(id);
        commands.add("delete " + id);
    }
}
