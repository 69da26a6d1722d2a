/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The parts of drafts that are kept for sidecars that adopt a plan, on disk. */
final class KeptDrafts {
    private final JsonStore<DraftPart> store;

    // Names of parts, and plans of which every part is there.
    private final Set<String> parts;
    private final Set<String> complete = new HashSet<>();

    private KeptDrafts(JsonStore<DraftPart> store) {
        this.store = store;
        this.parts = new TreeSet<>(store.names());
    }

    static KeptDrafts open(Path stateDirectory) {
        return new KeptDrafts(JsonStore.open(stateDirectory.resolve("claim-drafts"), DraftPart.class));
    }

    synchronized void put(String plan, int part, DraftPart draft) {
        store.put(name(plan, part), draft);
        parts.add(name(plan, part));
    }

    /** @throws ProblemException UNKNOWN_CLAIM */
    synchronized DraftPart get(String plan, int part) {
        return store.get(name(plan, part))
                .orElseThrow(() -> new ProblemException(
                        ProblemType.UNKNOWN_CLAIM,
                        "this node keeps no part " + part + " of the draft of plan " + plan
                                + "; ask another destination of the plan"));
    }

    /** All parts, in order; empty unless they are complete. */
    synchronized List<DraftPart> all(String plan) {
        if (!isComplete(plan)) {
            return List.of();
        }
        int count = get(plan, 0).parts();
        return IntStream.range(0, count).mapToObj(part -> get(plan, part)).toList();
    }

    synchronized boolean isComplete(String plan) {
        if (!complete.contains(plan) && hasAll(plan)) {
            complete.add(plan);
        }
        return complete.contains(plan);
    }

    private boolean hasAll(String plan) {
        return parts.contains(name(plan, 0))
                && store.get(name(plan, 0))
                        .filter(first ->
                                IntStream.range(0, first.parts()).allMatch(part -> parts.contains(name(plan, part))))
                        .isPresent();
    }

    synchronized void remove(String plan) {
        List<String> all = parts.stream()
                .filter(name -> name.startsWith(plan + ".")
                        && !name.substring(plan.length() + 1).contains("."))
                .toList();
        all.forEach(name -> {
            parts.remove(name);
            store.delete(name);
        });
        complete.remove(plan);
    }

    private static String name(String plan, int part) {
        return plan + "." + part;
    }
}
