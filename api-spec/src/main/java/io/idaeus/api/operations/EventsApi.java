/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Header;
import io.micronaut.http.sse.Event;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Events of this sidecar. */
@Tag(name = "events")
@Controller
@AnswersProblems
public interface EventsApi {
    @Get(value = "/v1/events", produces = MediaType.TEXT_EVENT_STREAM)
    @Needs.Read
    @Operation(
            operationId = "watchEvents",
            summary = "Streams server-sent events of all transfers and plans",
            description =
                    "A stream without `Last-Event-ID` begins with `reset` and the current state of everything that has not"
                            + " ended. With it, the stream continues after that event, or begins with `reset` where that"
                            + " is no longer possible. Progress alone is no event; each event has the progress at its time."
                            + " Comments keep an idle stream open. A reader that is too slow is disconnected.")
    @ApiResponse(
            responseCode = "200",
            description =
                    "Events named `reset`, `transfer`, `plan` and `deleted`. The stream has no end, except when the sidecar"
                            + " stops",
            content =
                    @Content(
                            mediaType = "text/event-stream",
                            schema = @Schema(implementation = SidecarEvent.class),
                            examples = @ExampleObject(value = """
            id: 7c3f0a9be51d2846-18
            event: transfer
            data: {"transfer":{"id":"01890a5d-ac96-774b-bcce-b302099a8057","state":"PAUSED","reason":"120 compactions are pending","waiting":{"cause":"COMPACTIONS","phase":"IMPORTING","detail":"120 compactions are pending","since":"2026-01-02T03:09:06Z","attempts":1,"remedy":"wait, or raise transfers.maxPendingCompactions"},"progress":{"bytesTotal":6442450944,"bytesFetched":6442450944,"bytesResumed":0,"filesTotal":432,"filesFetched":432,"bytesPerSecond":0},"sstables":{"planned":54,"fetched":54,"imported":0,"failed":0,"heldBack":0,"excluded":0,"earlier":0},"at":"2026-01-02T03:09:06Z"}}""")))
    Publisher<Event<String>> events(
            @Nullable
                    @Header("Last-Event-ID")
                    @Parameter(description = "The `id` of the last event that was read")
                    @Bounded.EventId
                    String lastEventId);
}
