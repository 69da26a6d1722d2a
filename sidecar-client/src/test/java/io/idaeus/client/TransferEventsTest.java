/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.EventStreamParser.ServerEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransferEventsTest {

    private static final String LINE = "GET /v1/transfers/" + Answers.TRANSFER_ID + "/events";

    private final FakeSidecar sidecar = FakeSidecar.start();
    private final SidecarClient client = SidecarClient.builder(sidecar.uri())
            .idleTimeout(Duration.ofSeconds(60))
            .build();
    private final List<TransferEvent> events = new ArrayList<>();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void eventsArriveUntilTheSidecarEndsTheStream() {
        sidecar.onEvents(
                LINE,
                ": a comment\n\n",
                Answers.event("progress", "PULLING", 10),
                "event: invented-later\ndata: not even JSON\n\n",
                "retry: 10\nid: 7\n\n",
                Answers.event("state", "COMPLETED", 20).replace("\n", "\r\n"));
        client.watchTransfer(Answers.TRANSFER_ID, events::add);
        assertThat(events)
                .extracting(TransferEvent::state)
                .containsExactly(TransferState.PULLING, TransferState.COMPLETED);
        assertThat(events.get(1).progress().bytesFetched()).isEqualTo(20);
        assertThat(sidecar.last().accept()).startsWith("text/event-stream");
    }

    @Test
    void eventsArriveWhileTheStreamIsOpen() {
        sidecar.on(LINE, sidecar.stallAfter("text/event-stream", Answers.event("progress", "PULLING", 10)));
        assertThatIllegalStateException()
                .isThrownBy(() -> client.watchTransfer(Answers.TRANSFER_ID, event -> {
                    throw new IllegalStateException("seen");
                }))
                .withMessage("seen");
    }

    @Test
    void aConnectionThatBreaksIsUnreachableAndACutEventIsDropped() {
        String whole = Answers.event("progress", "PULLING", 10);
        sidecar.on(LINE, FakeSidecar.hangUpAfter(whole + whole.substring(0, whole.length() - 1)));
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(() -> client.watchTransfer(Answers.TRANSFER_ID, events::add));
        assertThat(events).hasSize(1);
    }

    @Test
    void aSilentStreamIsUnreachableAfterTheIdleTimeout() {
        sidecar.on(LINE, sidecar.stallAfter("text/event-stream", Answers.event("progress", "PULLING", 10)));
        SidecarClient hasty = SidecarClient.builder(sidecar.uri())
                .idleTimeout(Duration.ofMillis(300))
                .build();
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(() -> hasty.watchTransfer(Answers.TRANSFER_ID, events::add))
                .withMessageContaining("300 ms");
        assertThat(events).hasSize(1);
    }

    @Test
    void aRefusalIsAProblem() {
        sidecar.on(LINE, 404, Answers.problem("unknown-transfer", 404, "The transfer does not exist", "list them"));
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(() -> client.watchTransfer(Answers.TRANSFER_ID, events::add))
                .satisfies(failure ->
                        assertThat(failure.is(ProblemType.UNKNOWN_TRANSFER)).isTrue());
    }

    @Test
    void dataThatIsNoEventIsAnError() {
        sidecar.onEvents(LINE, "data: {\"id\":1}\n\n");
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(() -> client.watchTransfer(Answers.TRANSFER_ID, events::add))
                .withMessageContaining("TransferEvent");
    }

    @Test
    void parserFollowsTheStandard() {
        assertThat(parse(
                        "\uFEFFdata: a",
                        "data:b",
                        "data:  c",
                        "",
                        "data",
                        "",
                        "",
                        "event: x",
                        "",
                        "data: d",
                        ": comment",
                        "event: y",
                        ""))
                .containsExactly(
                        new ServerEvent("message", "a\nb\n c"),
                        new ServerEvent("message", ""),
                        new ServerEvent("y", "d"));
    }

    private static List<ServerEvent> parse(String... lines) {
        EventStreamParser parser = new EventStreamParser();
        return Stream.of(lines).map(parser::line).flatMap(Optional::stream).toList();
    }
}
