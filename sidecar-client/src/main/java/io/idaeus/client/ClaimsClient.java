/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.claim.Claim;
import io.idaeus.api.claim.ClaimApproval;
import io.idaeus.api.claim.ClaimApprovalRequest;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.claim.ClaimedCleanup;
import io.idaeus.api.claim.ClaimedRestart;
import io.idaeus.api.claim.ClaimedSources;
import io.idaeus.api.claim.ClaimedStatements;
import io.idaeus.api.claim.ClaimedStep;
import io.idaeus.api.claim.ClaimedTables;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.claim.HeldTables;
import io.idaeus.api.claim.SourceCheck;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferLimit;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** Directs a destination of a plan. Errors as of {@link SidecarClient}; thread-safe. */
public final class ClaimsClient {
    private static final int ACCEPTED = 202;

    private final Wire wire;
    private final SidecarClientBuilder settings;

    ClaimsClient(Wire wire, SidecarClientBuilder settings) {
        this.wire = wire;
        this.settings = settings;
    }

    public Claim claim(String plan, ClaimRequest request) {
        return call(wire.request("PUT", ServerAddress.of("v1", "claims", plan), request), Claim.class);
    }

    public Claim get(String plan) {
        return call(wire.request("GET", ServerAddress.of("v1", "claims", plan), null), Claim.class);
    }

    public void storeDraft(String plan, int part, DraftPart draft) {
        wire.send(wire.request("PUT", draftPart(plan, part), draft).build(), settings.requestTimeout());
    }

    public DraftPart draft(String plan, int part) {
        return call(wire.request("GET", draftPart(plan, part), null), DraftPart.class);
    }

    private static ServerAddress draftPart(String plan, int part) {
        return ServerAddress.of("v1", "claims", plan, "draft", Integer.toString(part));
    }

    public void release(String plan, long fence) {
        wire.send(
                wire.request("DELETE", ServerAddress.of("v1", "claims", plan).with("fence", fence), null)
                        .build(),
                settings.requestTimeout());
    }

    public Transfer transfer(String plan, ClaimedTransfer transfer) {
        return call(
                wire.request("POST", ServerAddress.of("v1", "claims", plan, "transfers"), transfer), Transfer.class);
    }

    /** A transfer of the plan. */
    public Transfer transfer(String plan, String id) {
        return call(wire.request("GET", transferAddress(plan, id), null), Transfer.class);
    }

    /** Idempotent. */
    public Transfer cancelTransfer(String plan, String id) {
        return call(
                wire.request("POST", ServerAddress.of("v1", "claims", plan, "transfers", id, "cancel"), null),
                Transfer.class);
    }

    /** Idempotent. */
    public Transfer pauseTransfer(String plan, String id) {
        return call(
                wire.request("POST", ServerAddress.of("v1", "claims", plan, "transfers", id, "pause"), null),
                Transfer.class);
    }

    /** Idempotent. */
    public Transfer resumeTransfer(String plan, String id) {
        return call(
                wire.request("POST", ServerAddress.of("v1", "claims", plan, "transfers", id, "resume"), null),
                Transfer.class);
    }

    /** @param maxRate in bytes a second */
    public Transfer limitTransfer(String plan, String id, @Nullable Long maxRate) {
        return call(
                wire.request(
                        "PUT",
                        ServerAddress.of("v1", "claims", plan, "transfers", id, "limit"),
                        new TransferLimit(maxRate)),
                Transfer.class);
    }

    private static ServerAddress transferAddress(String plan, String id) {
        return ServerAddress.of("v1", "claims", plan, "transfers", id);
    }

    /**
     * Lets the steps of a plan run on this node. Idempotent.
     *
     * @param destination this node, as the plan names its sidecar
     */
    public ClaimApproval approve(String plan, String digest, String destination) {
        return call(
                wire.request(
                        "PUT",
                        ServerAddress.of("v1", "claims", plan, "approval"),
                        new ClaimApprovalRequest(digest, destination)),
                ClaimApproval.class);
    }

    /** Lets transfers of the plan accept a finding at this node. Idempotent. */
    public Claim accept(String plan, String digest, String code) {
        return call(
                wire.request(
                        "POST", ServerAddress.of("v1", "claims", plan, "accept"), new PlanAcceptance(digest, code)),
                Claim.class);
    }

    public void declare(String plan, Declaration declaration) {
        work(plan, "declarations", declaration);
    }

    public void enterSurvey(String plan, ClaimedStep step) {
        work(plan, "survey", step);
    }

    public void join(String plan, ClaimedStep step) {
        work(plan, "join", step);
    }

    public void restart(String plan, ClaimedRestart restart) {
        work(plan, "restart", restart);
    }

    /** Returns false where a table takes longer than a call: ask again. */
    public boolean cleanUp(String plan, ClaimedCleanup step) {
        return work(plan, "cleanup", step) != ACCEPTED;
    }

    /** Idempotent. */
    public void makeSchema(String plan, ClaimedStatements statements) {
        work(plan, "schema", statements);
    }

    public void truncateTables(String plan, ClaimedTables tables) {
        work(plan, "truncations", tables);
    }

    /** Which of these sources the node cannot pull from now. */
    public SourceCheck checkSources(String plan, ClaimedSources sources) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "claims", plan, "sources"), sources)
                        .build(),
                settings.requestTimeout(),
                SourceCheck.class);
    }

    /** Has Cassandra compact none of these tables until the plan lets go. Idempotent. */
    public HeldTables holdCompactions(String plan, ClaimedTables tables) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "claims", plan, "holds"), tables)
                        .build(),
                settings.workTimeout(),
                HeldTables.class);
    }

    /** Idempotent. */
    public void releaseCompactions(String plan, ClaimedStep step) {
        work(plan, "compactions", step);
    }

    private int work(String plan, String what, Object body) {
        return wire.send(
                        wire.request("POST", ServerAddress.of("v1", "claims", plan, what), body)
                                .build(),
                        settings.workTimeout())
                .statusCode();
    }

    private <T> T call(HttpRequest.Builder request, Class<T> type) {
        return wire.call(request.build(), settings.requestTimeout(), type);
    }
}
