/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import io.idaeus.sidecar.job.JobStore;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.store.LocalDiskException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The plans of a coordinator, on disk. A draft can be large and never changes: it is written once, before the progress
 * that names it. Thread-safe.
 */
public final class PlanStore implements JobStore<PlanRecord> {
    private static final String PLANS = "cluster-plans";

    private final Path stateDirectory;
    private final JsonStore<Draft> drafts;
    private final JsonStore<StoredProgress> plans;
    private final Set<String> drafted;

    private PlanStore(Path stateDirectory, JsonStore<Draft> drafts, JsonStore<StoredProgress> plans) {
        this.stateDirectory = stateDirectory;
        this.drafts = drafts;
        this.plans = plans;
        this.drafted = ConcurrentHashMap.newKeySet();
        drafted.addAll(drafts.names());
    }

    public static PlanStore open(Path stateDirectory) {
        return new PlanStore(
                stateDirectory,
                JsonStore.open(stateDirectory.resolve("cluster-plan-drafts"), Draft.class),
                JsonStore.open(stateDirectory.resolve(PLANS), StoredProgress.class));
    }

    @Override
    public void write(PlanRecord plan) {
        LocalDiskException.during(stateDirectory, () -> {
            if (!drafted.contains(plan.id())) {
                drafts.put(plan.id(), plan.draft());
                drafted.add(plan.id());
            }
            plans.put(plan.id(), StoredProgress.of(plan));
        });
    }

    @Override
    public void forget(String id) {
        LocalDiskException.during(stateDirectory, () -> {
            plans.delete(id);
            drafts.delete(id);
            drafted.remove(id);
        });
    }

    @Override
    public String file(String id) {
        return PLANS + "/" + id + ".json";
    }

    /** There are few: all are read at the start. */
    @Override
    public List<String> unread() {
        return List.of();
    }

    @Override
    public Optional<PlanRecord> read(String id) {
        return plans.get(id).flatMap(this::read);
    }

    /** By id, sorted. Drafts that a crash left without a plan are deleted. */
    @Override
    public List<PlanRecord> load(Consumer<String> unreadable) {
        List<PlanRecord> all = new ArrayList<>();
        plans.loadAll(unreadable)
                .forEach((id, progress) -> read(progress).ifPresentOrElse(all::add, () -> unreadable.accept(id)));
        Set<String> known = Set.copyOf(plans.names());
        drafts.names().stream().filter(id -> !known.contains(id)).forEach(this::forget);
        return List.copyOf(all);
    }

    private Optional<PlanRecord> read(StoredProgress progress) {
        try {
            return drafts.get(progress.id()).map(progress::in);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
