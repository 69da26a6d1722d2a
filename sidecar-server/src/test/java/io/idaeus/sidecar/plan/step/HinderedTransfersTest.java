/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.Transfer.SstableCounts;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.record.StepOutcome;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

public class HinderedTransfersTest {
    private static final String HERE = "http://10.0.9.9:9043";

    @Test
    void everyTransferThatFailedIsNamed() {
        StepOutcome.Waiting waiting =
                hindered(failed("shop", "no space"), running("more"), failed("bank", "HEADER_MISMATCH bank.t"));

        assertThat(waiting.cause()).isEqualTo(Cause.TRANSFER);
        assertThat(waiting.detail())
                .isEqualTo("transfer id-shop of shop failed: no space; transfer id-bank of bank failed: HEADER_MISMATCH"
                        + " bank.t");
        assertThat(waiting.remedy()).contains("idaeus transfer show id-shop, idaeus transfer show id-bank at " + HERE);
    }

    @Test
    void whatFailedComesBeforeWhatWaits() {
        StepOutcome.Waiting waiting = hindered(waits("shop", "disk full", "free space"), failed("bank", "no"));

        assertThat(waiting.detail())
                .isEqualTo("transfer id-bank of bank failed: no; transfer id-shop of shop: disk full");
        assertThat(waiting.remedy()).contains("id-bank").endsWith("; free space");
    }

    @Test
    void thoseThatWaitSayTheirRemedyOnce() {
        StepOutcome.Waiting waiting =
                hindered(waits("shop", "disk full", "free space"), waits("bank", "disk full", "free space"));

        assertThat(waiting.detail()).contains("id-shop", "id-bank");
        assertThat(waiting.remedy()).isEqualTo("free space");
    }

    @Test
    void ofManyTheOthersAreCounted() {
        StepOutcome.Waiting waiting = hindered(IntStream.range(0, Waits.NAMED + 2)
                .mapToObj(i -> failed("ks" + i, "why ".repeat(10_000)))
                .toArray(Transfer[]::new));

        assertThat(waiting.detail()).endsWith("; and 2 more").hasSizeLessThan(10_000);
    }

    @Test
    void whereNoneIsHinderedTheStepRuns() {
        assertThat(HinderedTransfers.of(List.of(running("shop")), HinderedTransfersTest::hasFailed, HERE))
                .isEmpty();
    }

    @Test
    void aFindingThatMayBeAcceptedIsNamedWithTheCommand() {
        StepOutcome.Waiting waiting = hindered(refused(Severity.REFUSE_UNLESS_ACCEPTED));

        assertThat(waiting.remedy()).endsWith("; or accept SNAPSHOT_TOO_OLD: idaeus plan accept plan SNAPSHOT_TOO_OLD");
        assertThat(hindered(refused(Severity.REFUSE)).remedy()).doesNotContain("accept");
    }

    private static Transfer refused(Severity severity) {
        return transfer(
                "shop",
                TransferState.FAILED,
                null,
                new Problem(ProblemType.PLAN_REFUSED.uri(), "t", 422, "too old", null),
                List.of(new Finding("SNAPSHOT_TOO_OLD", severity, "shop.t", "too old", "repair")));
    }

    private static StepOutcome.Waiting hindered(Transfer... transfers) {
        return (StepOutcome.Waiting) new Waits()
                .and(HinderedTransfers.of(Arrays.asList(transfers), HinderedTransfersTest::hasFailed, HERE))
                .asOne()
                .orElseThrow();
    }

    private static boolean hasFailed(Transfer transfer) {
        return transfer.state() == TransferState.FAILED;
    }

    private static Transfer failed(String keyspace, String why) {
        return transfer(
                keyspace, TransferState.FAILED, null, new Problem(ProblemType.PLAN_REFUSED.uri(), "t", 422, why, null));
    }

    private static Transfer waits(String keyspace, String detail, String remedy) {
        TransferWait wait = new TransferWait(
                TransferWait.Cause.DISK_SPACE, TransferState.PULLING, detail, Instant.EPOCH, 1, remedy);
        return transfer(keyspace, TransferState.PAUSED, wait, null);
    }

    private static Transfer running(String keyspace) {
        return transfer(keyspace, TransferState.PULLING, null, null);
    }

    private static Transfer transfer(
            String keyspace, TransferState state, @Nullable TransferWait wait, @Nullable Problem problem) {
        return transfer(keyspace, state, wait, problem, List.of());
    }

    /** With the id {@code id-KEYSPACE}. */
    public static Transfer transfer(
            String keyspace,
            TransferState state,
            @Nullable TransferWait wait,
            @Nullable Problem problem,
            List<Finding> findings) {
        TransferRequest request = TransferRequest.builder(
                        List.of(SourceRef.at("http://10.0.0.1:9043")), List.of(new TableRef(keyspace, "t")))
                .build();
        return new Transfer(
                "id-" + keyspace,
                "plan",
                null,
                state,
                null,
                Instant.EPOCH,
                1,
                wait,
                null,
                Instant.EPOCH,
                null,
                request,
                List.of(),
                new TransferProgress(0, 0, 0, 0, 0, 0, null, null, null),
                new SstableCounts(0, 0, 0, 0, 0, 0, 0),
                List.of(),
                findings,
                List.of(),
                null,
                problem);
    }
}
