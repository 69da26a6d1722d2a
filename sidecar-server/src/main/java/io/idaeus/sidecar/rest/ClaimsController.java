/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Claim;
import io.idaeus.api.ClaimApproval;
import io.idaeus.api.ClaimApprovalRequest;
import io.idaeus.api.ClaimRequest;
import io.idaeus.api.ClaimedRestart;
import io.idaeus.api.ClaimedStep;
import io.idaeus.api.ClaimedTransfer;
import io.idaeus.api.ClaimsApi;
import io.idaeus.api.Declaration;
import io.idaeus.api.DraftPart;
import io.idaeus.api.Permission;
import io.idaeus.api.PlanAcceptance;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferLimit;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.claim.ClaimService;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** What coordinators of plans ask of this node. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class ClaimsController implements ClaimsApi {
    private final ClaimService claims;
    private final Callers callers;
    private final AuditTargets targets;
    private final LongCalls calls;

    ClaimsController(ClaimService claims, Callers callers, AuditTargets targets, LongCalls calls) {
        this.targets = targets;
        this.claims = claims;
        this.callers = callers;
        this.calls = calls;
    }

    @Override
    public ClaimApproval approve(String plan, ClaimApprovalRequest request) {
        // It may bring every keyspace, and restart Cassandra.
        callers.current().requireEverywhere(Permission.OPERATE);
        targets.add("digest", request.digest());
        return claims.approve(plan, request, callers.current());
    }

    @Override
    public Claim accept(String plan, PlanAcceptance acceptance) {
        callers.current().requireEverywhere(Permission.OPERATE);
        targets.add("digest", acceptance.digest());
        targets.add("code", acceptance.code());
        return claims.accept(plan, acceptance, callers.current());
    }

    @Override
    public Claim claim(String plan, ClaimRequest request) {
        targets.add("coordinator", request.coordinator());
        targets.add("digest", request.digest());
        return claims.claim(plan, request, callers.current());
    }

    @Override
    public Claim get(String plan) {
        return claims.get(plan);
    }

    @Override
    public HttpResponse<Void> storeDraft(String plan, int part, DraftPart draft) {
        claims.storeDraft(plan, part, draft, callers.current());
        return HttpResponse.noContent();
    }

    @Override
    public DraftPart draft(String plan, int part) {
        return claims.draft(plan, part);
    }

    @Override
    public HttpResponse<Void> release(String plan, long fence) {
        claims.release(plan, fence, callers.current());
        return HttpResponse.noContent();
    }

    @Override
    public Transfer transfer(String plan, ClaimedTransfer transfer) {
        targets.addTables(
                transfer.transfer() == null ? null : transfer.transfer().tables());
        return claims.transfer(plan, transfer, callers.current());
    }

    @Override
    public Transfer transfer(String plan, String id) {
        return claims.transfer(plan, id);
    }

    @Override
    public HttpResponse<Transfer> cancel(String plan, String id) {
        return HttpResponse.<Transfer>accepted().body(claims.cancelTransfer(plan, id, callers.current()));
    }

    @Override
    public Transfer pause(String plan, String id) {
        return claims.pauseTransfer(plan, id, callers.current());
    }

    @Override
    public Transfer resume(String plan, String id) {
        return claims.resumeTransfer(plan, id, callers.current());
    }

    @Override
    public Transfer limit(String plan, String id, TransferLimit limit) {
        return claims.limitTransfer(plan, id, limit.maxRate(), callers.current());
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> declare(String plan, Declaration declaration) {
        targets.add("keyspace", declaration.keyspace());
        Caller caller = callers.current();
        return step(() -> claims.declare(plan, declaration, caller));
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> join(String plan, ClaimedStep step) {
        Caller caller = callers.current();
        return step(() -> claims.join(plan, step, caller));
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> restart(String plan, ClaimedRestart restart) {
        targets.add("options", restart.options());
        Caller caller = callers.current();
        return step(() -> claims.restart(plan, restart, caller));
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> cleanUp(String plan, ClaimedStep step) {
        Caller caller = callers.current();
        return step(() -> claims.cleanUp(plan, step, caller));
    }

    private HttpResponse<Void> step(Runnable step) {
        return calls.run(LongCalls.Kind.STEP, () -> {
            step.run();
            return HttpResponse.noContent();
        });
    }
}
