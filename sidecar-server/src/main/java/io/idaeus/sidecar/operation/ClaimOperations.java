/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

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
import io.idaeus.api.contract.Permission;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferLimit;
import io.idaeus.sidecar.claim.ClaimService;
import java.util.stream.Collectors;

/** The calls of a plan's coordinator at this node, and the approvals of its operators. */
public final class ClaimOperations {
    private final ClaimService claims;
    private final LongCalls calls;

    ClaimOperations(ClaimService claims, LongCalls calls) {
        this.claims = claims;
        this.calls = calls;
    }

    public ClaimApproval approve(Call call, String plan, ClaimApprovalRequest request) {
        // It may bring every keyspace, and restart Cassandra.
        call.requireEverywhere(Permission.OPERATE);
        call.names("digest", request.digest());
        return claims.approve(plan, request, call.caller());
    }

    public Claim accept(Call call, String plan, PlanAcceptance acceptance) {
        call.requireEverywhere(Permission.OPERATE);
        call.names("digest", acceptance.digest());
        call.names("code", acceptance.code());
        return claims.accept(plan, acceptance, call.caller());
    }

    public Claim claim(Call call, String plan, ClaimRequest request) {
        call.require(Permission.STEP);
        call.names("coordinator", request.coordinator());
        call.names("digest", request.digest());
        return claims.claim(plan, request, call.caller());
    }

    public Claim get(Call call, String plan) {
        call.require(Permission.STEP);
        return claims.get(plan);
    }

    public void storeDraft(Call call, String plan, int part, DraftPart draft) {
        call.require(Permission.STEP);
        claims.storeDraft(plan, part, draft, call.caller());
    }

    public DraftPart draft(Call call, String plan, int part) {
        call.require(Permission.STEP);
        return claims.draft(plan, part);
    }

    public void release(Call call, String plan, long fence) {
        call.require(Permission.STEP);
        claims.release(plan, fence, call.caller());
    }

    public SourceCheck checkSources(Call call, String plan, ClaimedSources asked) {
        call.require(Permission.STEP);
        return calls.run(LongCalls.Kind.STEP, () -> claims.checkSources(plan, asked, call.caller()));
    }

    public Transfer transfer(Call call, String plan, ClaimedTransfer transfer) {
        call.require(Permission.STEP);
        call.namesTables(
                transfer.transfer() == null ? null : transfer.transfer().tables());
        return claims.transfer(plan, transfer, call.caller());
    }

    public Transfer transfer(Call call, String plan, String id) {
        call.require(Permission.STEP);
        return claims.transfer(plan, id);
    }

    public Transfer cancel(Call call, String plan, String id) {
        call.require(Permission.STEP);
        return claims.cancelTransfer(plan, id, call.caller());
    }

    public Transfer pause(Call call, String plan, String id) {
        call.require(Permission.STEP);
        return claims.pauseTransfer(plan, id, call.caller());
    }

    public Transfer resume(Call call, String plan, String id) {
        call.require(Permission.STEP);
        return claims.resumeTransfer(plan, id, call.caller());
    }

    public Transfer limit(Call call, String plan, String id, TransferLimit limit) {
        call.require(Permission.STEP);
        return claims.limitTransfer(plan, id, limit.maxRate(), call.caller());
    }

    public void declare(Call call, String plan, Declaration declaration) {
        call.require(Permission.STEP);
        call.names("keyspace", declaration.keyspace());
        step(() -> claims.declare(plan, declaration, call.caller()));
    }

    public void enterSurvey(Call call, String plan, ClaimedStep step) {
        call.require(Permission.STEP);
        step(() -> claims.enterSurvey(plan, step, call.caller()));
    }

    public void join(Call call, String plan, ClaimedStep step) {
        call.require(Permission.STEP);
        step(() -> claims.join(plan, step, call.caller()));
    }

    public void restart(Call call, String plan, ClaimedRestart restart) {
        call.require(Permission.STEP);
        call.names("options", restart.options());
        step(() -> claims.restart(plan, restart, call.caller()));
    }

    /** Returns false where a table takes longer than a call: ask again. */
    public boolean cleanUp(Call call, String plan, ClaimedCleanup step) {
        call.require(Permission.STEP);
        return calls.run(LongCalls.Kind.STEP, () -> claims.cleanUp(plan, step, call.caller()));
    }

    public void makeSchema(Call call, String plan, ClaimedStatements asked) {
        call.require(Permission.STEP);
        call.names(
                "made",
                asked.statements().stream()
                        .map(each -> each.kind() + " " + each.keyspace() + "." + each.name())
                        .collect(Collectors.joining(",")));
        step(() -> claims.makeSchema(plan, asked, call.caller()));
    }

    public void truncateTables(Call call, String plan, ClaimedTables asked) {
        call.require(Permission.STEP);
        call.namesTables(asked.tables());
        step(() -> claims.truncateTables(plan, asked, call.caller()));
    }

    public HeldTables holdCompactions(Call call, String plan, ClaimedTables asked) {
        call.require(Permission.STEP);
        call.namesTables(asked.tables());
        return calls.run(LongCalls.Kind.STEP, () -> claims.holdCompactions(plan, asked, call.caller()));
    }

    public void releaseCompactions(Call call, String plan, ClaimedStep asked) {
        call.require(Permission.STEP);
        step(() -> claims.releaseCompactions(plan, asked, call.caller()));
    }

    private void step(Runnable step) {
        calls.run(LongCalls.Kind.STEP, () -> {
            step.run();
            return true;
        });
    }
}
