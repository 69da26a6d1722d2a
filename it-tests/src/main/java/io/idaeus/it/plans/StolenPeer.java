/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.claim.ClaimedCleanup;
import io.idaeus.api.claim.ClaimedRestart;
import io.idaeus.api.claim.ClaimedStep;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Somebody with the certificate of a sidecar, who knows a plan and its digest, at a destination of that plan. */
final class StolenPeer {
    private final SidecarClient destination;
    private final String plan;
    private final String digest;

    StolenPeer(SidecarClient destination, String plan, String digest) {
        this.destination = destination;
        this.plan = plan;
        this.digest = digest;
    }

    /** @throws IllegalStateException where something is not refused as FORBIDDEN */
    void tryEverything() {
        Map<String, Runnable> tries = new LinkedHashMap<>();
        String self = destination.base().toString();
        tries.put("claim", () -> destination.claims().claim(plan, new ClaimRequest(digest, 1000, self, "")));
        tries.put("approve", () -> destination.claims().approve(plan, digest, self));
        tries.put("survey", () -> destination.claims().enterSurvey(plan, new ClaimedStep(digest, 1000)));
        tries.put("join", () -> destination.claims().join(plan, new ClaimedStep(digest, 1000)));
        tries.put("clean up", () -> destination.claims().cleanUp(plan, new ClaimedCleanup(digest, 1000, null)));
        tries.put("restart", () -> destination.claims().restart(plan, new ClaimedRestart(digest, 1000, List.of())));
        tries.put("release", () -> destination.claims().release(plan, 1000));
        tries.put("transfer", () -> destination.createTransfer(transfer(self), null));
        tries.put("limits", destination::resetLimits);
        tries.put(
                "snapshot", () -> destination.createSnapshot(new SnapshotRequest("stolen", "shop", null, null, null)));
        tries.put("clear", () -> destination.deleteSnapshot("stolen", true));
        tries.put("transfers", () -> destination.transfers(null, null));
        tries.forEach(StolenPeer::requireRefused);
    }

    private static TransferRequest transfer(String source) {
        return TransferRequest.builder(
                        List.of(new SourceRef(source, null, null, null)), List.of(new TableRef("shop", "same")))
                .build();
    }

    private static void requireRefused(String what, Runnable attempt) {
        try {
            attempt.run();
        } catch (SidecarException e) {
            if (e.problem().type().equals(ProblemType.FORBIDDEN.uri())) {
                return;
            }
            throw new IllegalStateException(
                    "a stolen peer, " + what + ": " + e.problem() + " (expected: forbidden)", e);
        }
        throw new IllegalStateException("a stolen peer, " + what + ": done (expected: forbidden)");
    }
}
