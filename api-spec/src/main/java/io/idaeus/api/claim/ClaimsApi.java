/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.contract.AnswersConflict;
import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.AnswersUnprocessable;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.contract.TakesBody;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferLimit;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Examples;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.QueryValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/**
 * Calls of the coordinator of a plan to a destination. Every call names the digest and the fence of the claim; another
 * digest or a lower fence is refused with {@code claim-superseded}.
 */
@Tag(name = "claims")
@Controller
@AnswersProblems
public interface ClaimsApi {
    /** @return The claim */
    @Put("/v1/claims/{plan}")
    @Needs.Step
    @TakesBody
    @ChangesState
    @AnswersNotFound
    @Operation(operationId = "claimNode", summary = "Claims this node for a plan, or raises the fence; idempotent")
    @AnswersConflict
    @AnswersUnprocessable
    Claim claim(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimRequest.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIM_REQUEST)))
                    ClaimRequest request);

    /** @return The claim */
    @Get("/v1/claims/{plan}")
    @Needs.Step
    @Operation(operationId = "getClaim", summary = "Returns a plan's claim on this node")
    @AnswersNotFound
    Claim get(@PathVariable @Bounded.Plan String plan);

    @Put("/v1/claims/{plan}/draft/{part}")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "storeDraftPart",
            summary = "Stores a part of what was approved, for a sidecar that adopts the plan; idempotent",
            description = "Parts are counted from 0. They go when the node is released.")
    @ApiResponse(responseCode = "204", description = "Stored")
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    HttpResponse<Void> storeDraft(
            @PathVariable @Bounded.Plan String plan,
            @PathVariable @Bounded.Part int part,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = DraftPart.class),
                                            examples = @ExampleObject(value = ClaimExamples.DRAFT_PART)))
                    DraftPart draft);

    @Get("/v1/claims/{plan}/draft/{part}")
    @Needs.Step
    @Operation(operationId = "getDraftPart", summary = "Returns a part of what was approved")
    @ApiResponse(
            responseCode = "200",
            description = "The part",
            content =
                    @Content(
                            mediaType = "application/json",
                            schema = @Schema(implementation = DraftPart.class),
                            examples = @ExampleObject(value = ClaimExamples.DRAFT_PART)))
    @AnswersNotFound
    DraftPart draft(@PathVariable @Bounded.Plan String plan, @PathVariable @Bounded.Part int part);

    @Delete("/v1/claims/{plan}")
    @Needs.Step
    @ChangesState
    @Operation(operationId = "releaseClaim", summary = "Releases this node; idempotent")
    @ApiResponse(responseCode = "204", description = "The plan has no claim on this node")
    @AnswersConflict
    HttpResponse<Void> release(@PathVariable @Bounded.Plan String plan, @QueryValue @Bounded.AtLeastOne long fence);

    /** @return The sources that cannot be used */
    @Post("/v1/claims/{plan}/sources")
    @Needs.Step
    @TakesBody
    @Operation(
            operationId = "checkSources",
            summary = "Calls sources of a plan, and returns those that this node cannot pull from",
            description = "Each source has ten seconds to answer.")
    @AnswersNotFound
    @AnswersConflict
    SourceCheck checkSources(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedSources.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_SOURCES)))
                    ClaimedSources asked);

    /** @return The transfer */
    @Post("/v1/claims/{plan}/transfers")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(operationId = "createClaimedTransfer", summary = "Starts a transfer of a plan; idempotent by its key")
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    Transfer transfer(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedTransfer.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_TRANSFER)))
                    ClaimedTransfer transfer);

    /** @return The transfer */
    @Get("/v1/claims/{plan}/transfers/{id}")
    @Needs.Step
    @Operation(operationId = "getClaimedTransfer", summary = "Returns a transfer of a plan")
    @AnswersNotFound
    Transfer transfer(@PathVariable @Bounded.Plan String plan, @PathVariable String id);

    @Post("/v1/claims/{plan}/transfers/{id}/cancel")
    @Needs.Step
    @ChangesState
    @Operation(operationId = "cancelClaimedTransfer", summary = "Cancels a transfer of a plan; idempotent")
    @ApiResponse(
            responseCode = "202",
            description = "The transfer is being cancelled or has ended",
            content = @Content(schema = @Schema(implementation = Transfer.class)))
    @AnswersNotFound
    HttpResponse<Transfer> cancel(@PathVariable @Bounded.Plan String plan, @PathVariable String id);

    /** @return The transfer */
    @Post("/v1/claims/{plan}/transfers/{id}/pause")
    @Needs.Step
    @ChangesState
    @Operation(operationId = "pauseClaimedTransfer", summary = "Pauses a transfer of a plan; idempotent")
    @AnswersNotFound
    @AnswersConflict
    Transfer pause(@PathVariable @Bounded.Plan String plan, @PathVariable String id);

    /** @return The transfer */
    @Post("/v1/claims/{plan}/transfers/{id}/resume")
    @Needs.Step
    @ChangesState
    @Operation(operationId = "resumeClaimedTransfer", summary = "Resumes a transfer of a plan; idempotent")
    @AnswersNotFound
    @AnswersConflict
    Transfer resume(@PathVariable @Bounded.Plan String plan, @PathVariable String id);

    /** @return The transfer */
    @Put("/v1/claims/{plan}/transfers/{id}/limit")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(operationId = "limitClaimedTransfer", summary = "Changes the rate limit of a transfer of a plan")
    @AnswersNotFound
    @AnswersConflict
    Transfer limit(
            @PathVariable @Bounded.Plan String plan,
            @PathVariable String id,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = TransferLimit.class),
                                            examples = @ExampleObject(value = ClaimExamples.LIMIT)))
                    TransferLimit limit);

    /** @return The approval */
    @Put("/v1/claims/{plan}/approval")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @AnswersNotFound
    @Operation(
            operationId = "approveClaim",
            summary = "Lets the steps of a plan with this digest run on this node; idempotent",
            description = "With authentication, the coordinator of a plan can claim this node only"
                    + " after an operator approved the plan here. `idaeus plan approve` does it at every destination.")
    @AnswersConflict
    ClaimApproval approve(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimApprovalRequest.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIM_APPROVAL_REQUEST)))
                    ClaimApprovalRequest request);

    /** @return The claim */
    @Post("/v1/claims/{plan}/accept")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @AnswersNotFound
    @Operation(
            operationId = "acceptClaimFinding",
            summary = "Lets transfers of a running plan accept a finding at this node; idempotent",
            description = "With authentication, the coordinator cannot accept it by itself.")
    @AnswersConflict
    Claim accept(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = PlanAcceptance.class),
                                            examples = @ExampleObject(value = Examples.PLAN_ACCEPTANCE)))
                    PlanAcceptance acceptance);

    @Post("/v1/claims/{plan}/declarations")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "declareRanges",
            summary = "Declares token ranges as available, so that Cassandra does not stream them; idempotent",
            description = "Refused unless the node has not joined, every transfer named has imported everything, and"
                    + " together they bring every range of every table of the keyspace, from as many"
                    + " sources as copies says.")
    @ApiResponse(responseCode = "204", description = "Declared")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    HttpResponse<Void> declare(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = Declaration.class),
                                            examples = @ExampleObject(value = ClaimExamples.DECLARATION)))
                    Declaration declaration);

    @Post("/v1/claims/{plan}/survey")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "enterSurvey",
            summary = "Lets a node outside the ring enter write survey; idempotent",
            description =
                    "For a node that was started with join_ring=false and write_survey=true. Returns once it is in"
                            + " survey, or is on its way: ask the host for its phase.")
    @ApiResponse(responseCode = "204", description = "The node is in write survey, or on its way")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    HttpResponse<Void> enterSurvey(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedStep.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_STEP)))
                    ClaimedStep step);

    @Post("/v1/claims/{plan}/join")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(operationId = "joinRing", summary = "Lets a node in write survey join; idempotent")
    @ApiResponse(responseCode = "204", description = "The node has joined")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    HttpResponse<Void> join(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedStep.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_STEP)))
                    ClaimedStep step);

    @Post("/v1/claims/{plan}/restart")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(operationId = "restartCassandra", summary = "Stops Cassandra, and starts it with the options given")
    @ApiResponse(responseCode = "204", description = "The executable of `cassandra.lifecycle` has started Cassandra")
    @AnswersNotFound
    @AnswersConflict
    HttpResponse<Void> restart(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedRestart.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_RESTART)))
                    ClaimedRestart restart);

    @Post("/v1/claims/{plan}/cleanup")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "cleanUp",
            summary =
                    "Removes rows that the node does not own, from a table or from those that transfers of the plan marked; waits for Cassandra")
    @ApiResponse(responseCode = "204", description = "The tables hold nothing that the node does not own")
    @ApiResponse(responseCode = "202", description = "Cassandra cleans the table up; ask again")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    HttpResponse<Void> cleanUp(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedCleanup.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_CLEANUP)))
                    ClaimedCleanup step);

    @Post("/v1/claims/{plan}/schema")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "makeSchema",
            summary = "Makes what the schema of the cluster lacks of a plan; idempotent",
            description = "Refused unless `cassandra.clones.accept` lets this sidecar change the schema.")
    @ApiResponse(responseCode = "204", description = "The schema has it")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    HttpResponse<Void> makeSchema(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedStatements.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_STATEMENTS)))
                    ClaimedStatements asked);

    @Post("/v1/claims/{plan}/truncations")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "truncateTables",
            summary = "Removes all rows of tables, at all nodes of the cluster",
            description = "Refused unless `cassandra.clones.accept` lets this sidecar do so.")
    @ApiResponse(responseCode = "204", description = "The tables are empty")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    HttpResponse<Void> truncateTables(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedTables.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_TABLES)))
                    ClaimedTables asked);

    /** @return The tables */
    @Post("/v1/claims/{plan}/holds")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "holdCompactions",
            summary = "Has Cassandra compact none of these tables until the plan lets go; idempotent",
            description =
                    "They are also let go when the plan releases this node, and when its coordinator is silent for an hour.")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    HeldTables holdCompactions(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedTables.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_TABLES)))
                    ClaimedTables asked);

    @Post("/v1/claims/{plan}/compactions")
    @Needs.Step
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "releaseCompactions",
            summary = "Lets Cassandra compact the tables that the plan holds; idempotent")
    @ApiResponse(responseCode = "204", description = "The plan holds none")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    HttpResponse<Void> releaseCompactions(
            @PathVariable @Bounded.Plan String plan,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ClaimedStep.class),
                                            examples = @ExampleObject(value = ClaimExamples.CLAIMED_STEP)))
                    ClaimedStep asked);
}
