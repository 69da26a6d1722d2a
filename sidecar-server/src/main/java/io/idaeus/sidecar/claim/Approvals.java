/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.ClaimApproval;
import io.idaeus.api.claim.ClaimApprovalRequest;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plans whose steps operators let run on this node. Thread-safe. */
final class Approvals {
    /** Between the approval here and the first claim of the coordinator. */
    private static final Duration VALID = Duration.ofHours(1);

    private static final int KEPT = 50;

    private final JsonStore<ClaimApproval> store;
    private final InstantSource clock;
    private final Map<String, ClaimApproval> byPlan = new TreeMap<>();

    private Approvals(JsonStore<ClaimApproval> store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
        byPlan.putAll(store.loadAll());
    }

    static Approvals open(Path stateDirectory, InstantSource clock) {
        return new Approvals(JsonStore.open(stateDirectory.resolve("approvals"), ClaimApproval.class), clock);
    }

    /** Replaces an earlier one of the plan. */
    synchronized ClaimApproval approve(String plan, ClaimApprovalRequest asked, @Nullable String by) {
        ClaimApproval approval = new ClaimApproval(plan, asked.digest(), asked.destination(), by, clock.instant());
        store.put(plan, approval);
        byPlan.put(plan, approval);
        while (byPlan.size() > KEPT) {
            forget(byPlan.values().stream()
                    .min(Comparator.comparing(ClaimApproval::at))
                    .orElseThrow()
                    .plan());
        }
        return approval;
    }

    /** The approval of this digest by somebody known, a short while ago. It is gone then. */
    synchronized Optional<ClaimApproval> take(String plan, String digest) {
        Optional<ClaimApproval> found = Optional.ofNullable(byPlan.get(plan))
                .filter(approval -> approval.by() != null
                        && approval.digest().equals(digest)
                        && clock.instant().isBefore(approval.at().plus(VALID)));
        found.ifPresent(approval -> forget(plan));
        return found;
    }

    /** Where it was not used after all; a newer one stays. */
    synchronized void giveBack(ClaimApproval approval) {
        if (!byPlan.containsKey(approval.plan())) {
            store.put(approval.plan(), approval);
            byPlan.put(approval.plan(), approval);
        }
    }

    static ProblemException missing(String plan, String digest) {
        return new ProblemException(
                ProblemType.FORBIDDEN,
                "no operator has approved plan " + plan + " with the digest " + digest
                        + " at this node for this coordinator (expected: one within the last " + VALID.toMinutes()
                        + " minutes); idaeus plan approve does it at every destination.");
    }

    synchronized void forget(String plan) {
        if (byPlan.remove(plan) != null) {
            store.delete(plan);
        }
    }
}
