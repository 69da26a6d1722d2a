/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

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
import io.idaeus.api.claim.ClaimsApi;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.claim.HeldTables;
import io.idaeus.api.claim.SourceCheck;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferLimit;
import io.idaeus.sidecar.operation.ClaimOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** The calls by which coordinators of plans direct this node. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class ClaimsController implements ClaimsApi {
    private final ClaimOperations claims;
    private final Calls calls;

    ClaimsController(ClaimOperations claims, Calls calls) {
        this.claims = claims;
        this.calls = calls;
    }

    @Override
    public ClaimApproval approve(String plan, ClaimApprovalRequest request) {
        return claims.approve(calls.current(), plan, request);
    }

    @Override
    public Claim accept(String plan, PlanAcceptance acceptance) {
        return claims.accept(calls.current(), plan, acceptance);
    }

    @Override
    public Claim claim(String plan, ClaimRequest request) {
        return claims.claim(calls.current(), plan, request);
    }

    @Override
    public Claim get(String plan) {
        return claims.get(calls.current(), plan);
    }

    @Override
    public HttpResponse<Void> storeDraft(String plan, int part, DraftPart draft) {
        claims.storeDraft(calls.current(), plan, part, draft);
        return HttpResponse.noContent();
    }

    @Override
    public DraftPart draft(String plan, int part) {
        return claims.draft(calls.current(), plan, part);
    }

    @Override
    public HttpResponse<Void> release(String plan, long fence) {
        claims.release(calls.current(), plan, fence);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public SourceCheck checkSources(String plan, ClaimedSources asked) {
        return claims.checkSources(calls.current(), plan, asked);
    }

    @Override
    public Transfer transfer(String plan, ClaimedTransfer transfer) {
        return claims.transfer(calls.current(), plan, transfer);
    }

    @Override
    public Transfer transfer(String plan, String id) {
        return claims.transfer(calls.current(), plan, id);
    }

    @Override
    public HttpResponse<Transfer> cancel(String plan, String id) {
        return HttpResponse.<Transfer>accepted().body(claims.cancel(calls.current(), plan, id));
    }

    @Override
    public Transfer pause(String plan, String id) {
        return claims.pause(calls.current(), plan, id);
    }

    @Override
    public Transfer resume(String plan, String id) {
        return claims.resume(calls.current(), plan, id);
    }

    @Override
    public Transfer limit(String plan, String id, TransferLimit limit) {
        return claims.limit(calls.current(), plan, id, limit);
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> declare(String plan, Declaration declaration) {
        claims.declare(calls.current(), plan, declaration);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> enterSurvey(String plan, ClaimedStep step) {
        claims.enterSurvey(calls.current(), plan, step);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> join(String plan, ClaimedStep step) {
        claims.join(calls.current(), plan, step);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> restart(String plan, ClaimedRestart restart) {
        claims.restart(calls.current(), plan, restart);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> cleanUp(String plan, ClaimedCleanup step) {
        return claims.cleanUp(calls.current(), plan, step) ? HttpResponse.noContent() : HttpResponse.accepted();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> makeSchema(String plan, ClaimedStatements asked) {
        claims.makeSchema(calls.current(), plan, asked);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> truncateTables(String plan, ClaimedTables asked) {
        claims.truncateTables(calls.current(), plan, asked);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HeldTables holdCompactions(String plan, ClaimedTables asked) {
        return claims.holdCompactions(calls.current(), plan, asked);
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> releaseCompactions(String plan, ClaimedStep asked) {
        claims.releaseCompactions(calls.current(), plan, asked);
        return HttpResponse.noContent();
    }
}
