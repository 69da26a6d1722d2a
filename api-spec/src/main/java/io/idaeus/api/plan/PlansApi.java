/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import io.idaeus.api.contract.AnswersConflict;
import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.AnswersUnprocessable;
import io.idaeus.api.contract.CallsPeers;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.contract.Revised;
import io.idaeus.api.contract.TakesBody;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Examples;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.sse.Event;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Plans: a dead node replaced, or a data centre filled. */
@Tag(name = "plans")
@Controller
@AnswersProblems
public interface PlansApi {
    @Post("/v1/plans")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @AnswersNotFound
    @AnswersConflict
    @Operation(
            operationId = "createPlan",
            summary = "Makes a plan; nothing moves before it is approved",
            description =
                    "The sidecar that is asked coordinates the plan. The response is a draft; where `refused` is true,"
                            + " `findings` say why, and what to do. A request that an approved plan of this sidecar already"
                            + " carries out returns that plan with status 200.")
    @ApiResponse(
            responseCode = "201",
            description = "The plan, with what speaks against it",
            content = @Content(schema = @Schema(implementation = Plan.class)))
    @ApiResponse(
            responseCode = "200",
            description = "The plan that carries this out already",
            content = @Content(schema = @Schema(implementation = Plan.class)))
    @NeedsCassandra
    @AnswersUnprocessable
    @CallsPeers
    HttpResponse<Plan> create(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = PlanRequest.class),
                                            examples = {
                                                @ExampleObject(
                                                        name = "replace",
                                                        summary = "Replace a dead node",
                                                        value = """
            {
              "kind": "REPLACE",
              "dead": "10.0.0.4",
              "destinations": ["https://10.0.0.9:9043"],
              "writes": {"*": "QUORUM", "audit": "ALL"}
            }"""),
                                                @ExampleObject(
                                                        name = "rebuild",
                                                        summary = "Rebuild a data centre",
                                                        value = """
            {
              "kind": "REBUILD",
              "datacenter": "dc2",
              "sourceDatacenter": "dc1",
              "writes": {"*": "LOCAL_QUORUM"}
            }""")
                                            }))
                    PlanRequest request);

    /** @return The plans that this sidecar coordinates */
    @Get("/v1/plans")
    @Revised
    @Needs.Read
    @Operation(operationId = "listPlans", summary = "Lists the plans of this sidecar, newest first")
    PlanList list(
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    /** @return The plan */
    @Get("/v1/plans/{id}")
    @Revised
    @Needs.Read
    @Operation(
            operationId = "getPlan",
            summary = "Returns a plan and how far it is",
            description =
                    "`steps` say what runs, what it waits for, and the remedy. Once the plan has ended, `due` says"
                            + " what is left to do.")
    @AnswersNotFound
    Plan get(@PathVariable String id);

    /** @return One page */
    @Get("/v1/plans/{id}/ranges")
    @Needs.Read
    @Operation(operationId = "listPlanRanges", summary = "Lists the token ranges of a plan with their sources")
    @AnswersNotFound
    PlanRangePage ranges(
            @PathVariable String id,
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    @Get(value = "/v1/plans/{id}/events", produces = MediaType.TEXT_EVENT_STREAM)
    @Needs.Read
    @Operation(
            operationId = "watchPlan",
            summary = "Streams server-sent events until the plan ends",
            description = "Events are named `plan`. Each holds the state of the plan and the step that runs, with its"
                    + " progress and what it waits for. Each is complete, so a missed one does no harm. How earlier steps"
                    + " ended is in `GET /v1/plans/{id}`.")
    @ApiResponse(
            responseCode = "200",
            description = "The first event is sent at once, then one at each change; the last holds a final state",
            content =
                    @Content(
                            mediaType = "text/event-stream",
                            schema = @Schema(implementation = PlanEvent.class),
                            examples = @ExampleObject(value = """
            event: plan
            data: {"id":"01890a5d-ac96-774b-bcce-b302099a8057","state":"RUNNING","at":"2026-01-02T03:09:06Z","step":{"number":3,"kind":"FILL","title":"Fill the node","destination":"https://10.0.0.9:9043","state":"RUNNING","startedAt":"2026-01-02T03:09:05Z","progress":{"bytesTotal":6442450944,"bytesFetched":1073741824,"bytesResumed":0,"filesTotal":432,"filesFetched":72,"bytesPerSecond":209715200,"etaSeconds":25}}}""")))
    @AnswersNotFound
    Publisher<Event<PlanEvent>> events(@PathVariable String id);

    /** @return The plan, which runs */
    @Post("/v1/plans/{id}/approve")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "approvePlan",
            summary = "Approves a plan, which starts it; idempotent",
            description =
                    "Refused with `plan-changed` where the digest is not the plan's, or where the ring or the schema"
                            + " has changed since: make a new plan.")
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    @CallsPeers
    Plan approve(
            @PathVariable String id,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = PlanApproval.class),
                                            examples = @ExampleObject(value = """
            {"digest": "v1:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}""")))
                    PlanApproval approval);

    /** @return The plan */
    @Post("/v1/plans/{id}/accept")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "acceptPlanFinding",
            summary = "Accepts a finding that transfers of a running plan wait for; idempotent",
            description = "The transfers that it refused are tried again at once. The digest of the plan stays. With"
                    + " authentication, an operator accepts it at every destination first:"
                    + " `POST /v1/claims/{plan}/accept`; `idaeus plan accept` does both.")
    @AnswersNotFound
    @AnswersConflict
    Plan accept(
            @PathVariable String id,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = PlanAcceptance.class),
                                            examples = @ExampleObject(value = Examples.PLAN_ACCEPTANCE)))
                    PlanAcceptance acceptance);

    /** @return The paused plan */
    @Post("/v1/plans/{id}/pause")
    @Needs.Operate
    @ChangesState
    @Operation(
            operationId = "pausePlan",
            summary = "Pauses a plan until it is resumed; idempotent",
            description = "Its transfers are paused, and no further step begins. A step that Cassandra is carrying out"
                    + " completes first. While the new node is pending, writes need it also during the pause.")
    @AnswersNotFound
    @AnswersConflict
    @CallsPeers
    Plan pause(@PathVariable String id);

    /** @return The plan */
    @Post("/v1/plans/{id}/resume")
    @Needs.Operate
    @ChangesState
    @Operation(operationId = "resumePlan", summary = "Resumes a paused plan; idempotent")
    @AnswersNotFound
    @AnswersConflict
    @CallsPeers
    Plan resume(@PathVariable String id);

    /** @return The plan, which is being cancelled or has ended */
    @Post("/v1/plans/{id}/cancel")
    @Needs.Operate
    @ChangesState
    @Operation(
            operationId = "cancelPlan",
            summary = "Cancels a plan before its JOIN; idempotent",
            description =
                    "What is left to undo, and by which command, is in `due`. After JOIN a plan only goes forward, and the"
                            + " request is refused with `illegal-state`.")
    @AnswersNotFound
    @AnswersConflict
    @CallsPeers
    Plan cancel(@PathVariable String id);

    @Delete("/v1/plans/{id}")
    @Needs.Operate
    @ChangesState
    @Operation(
            operationId = "deletePlan",
            summary = "Takes a plan off the record that has ended, or that nobody approved")
    @ApiResponse(responseCode = "204", description = "The plan is no longer on record")
    @AnswersNotFound
    @AnswersConflict
    HttpResponse<Void> delete(@PathVariable String id);

    /** @return The plan, which this sidecar coordinates from now on */
    @Post("/v1/plans/{id}/adopt")
    @Needs.Operate
    @ChangesState
    @AnswersNotFound
    @Operation(
            operationId = "adoptPlan",
            summary = "Takes a plan over from another sidecar",
            description = "`from` is a destination of the plan, which keeps a copy of it. The destinations obey this"
                    + " sidecar from then on; the earlier coordinator, coming back, finds the plan `SUPERSEDED`.")
    @AnswersConflict
    @AnswersUnprocessable
    @CallsPeers
    Plan adopt(
            @PathVariable @Bounded.Plan String id,
            @QueryValue @Parameter(description = "Address of the sidecar of a destination") @Bounded.Address
                    String from);
}
