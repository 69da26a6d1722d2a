/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransferPollTest {

    private static final String LINE = "GET /v1/transfers/" + Answers.TRANSFER_ID;
    private static final Duration LONG = Duration.ofSeconds(60);

    private final FakeSidecar sidecar = FakeSidecar.start();
    private final SidecarClient client = SidecarClient.of(sidecar.uri());

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void itIsAskedUntilTheTransferHasEnded() {
        sidecar.on(LINE, 200, Answers.TRANSFER)
                .on(LINE, 200, Answers.TRANSFER)
                .on(LINE, 200, Answers.transfer("COMPLETED", "PARTIAL", ""));
        Transfer ended = client.awaitTransfer(Answers.TRANSFER_ID, LONG);
        assertThat(ended.state()).isEqualTo(TransferState.COMPLETED);
        assertThat(ended.outcome()).isEqualTo(Transfer.Outcome.PARTIAL);
        assertThat(sidecar.received()).hasSize(3);
    }

    @Test
    void aConnectionThatBreaksIsTriedAgain() {
        sidecar.on(LINE, FakeSidecar.truncated("application/json", "{"))
                .on(LINE, 200, Answers.transfer("CANCELLED", "PARTIAL", ""));
        assertThat(client.awaitTransfer(Answers.TRANSFER_ID, LONG).state()).isEqualTo(TransferState.CANCELLED);
    }

    @Test
    void theFailureSaysWhatTheTransferWaitsFor() {
        sidecar.on(LINE, 200, Answers.transfer("PAUSED", null, """
                ,"waiting":{"cause":"DISK_SPACE","phase":"PULLING","detail":"/data1 has 1 GiB","since":"2026-01-02T03:04:05Z",
                 "attempts":1,"remedy":"free 2 GiB"}"""));
        assertThatExceptionOfType(TransferNotEndedException.class)
                .isThrownBy(() -> client.awaitTransfer(Answers.TRANSFER_ID, Duration.ofMillis(60)))
                .withMessageContaining("is PAUSED after 0 s, because /data1 has 1 GiB (free 2 GiB); wait longer")
                .satisfies(failure -> assertThat(failure.transfer().state()).isEqualTo(TransferState.PAUSED));
    }

    @Test
    void aSidecarThatStaysAwayIsUnreachable() {
        // Nobody listens there.
        SidecarClient away = SidecarClient.of(URI.create("http://127.0.0.1:1"));
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(() -> away.awaitTransfer(Answers.TRANSFER_ID, Duration.ofMillis(60)));
    }

    @Test
    void aRefusalEndsTheWait() {
        sidecar.on(LINE, 404, Answers.problem("unknown-transfer", 404, "The transfer does not exist", "list them"));
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(() -> client.awaitTransfer(Answers.TRANSFER_ID, LONG))
                .satisfies(failure ->
                        assertThat(failure.is(ProblemType.UNKNOWN_TRANSFER)).isTrue());
        assertThat(sidecar.received()).hasSize(1);
    }

    @Test
    void anInterruptEndsTheWait() {
        sidecar.on(LINE, 200, Answers.TRANSFER);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> client.awaitTransfer(Answers.TRANSFER_ID, LONG));
        assertThat(Thread.interrupted()).isTrue();
    }
}
