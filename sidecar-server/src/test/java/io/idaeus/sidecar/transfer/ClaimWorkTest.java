/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transfers that wait for a Cassandra that is down have brought nothing. */
class ClaimWorkTest {
    private static final ClaimTerms TERMS =
            new ClaimTerms("p1", List.of("0:100"), List.of(Phase.NOT_JOINED), List.of());

    @TempDir
    Path directory;

    private ServiceWithoutCassandra services;
    private TransferService service;

    @BeforeEach
    void open() throws Exception {
        services = new ServiceWithoutCassandra(directory);
        service = services.open();
    }

    @AfterEach
    void close() {
        service.close();
        services.close();
    }

    @Test
    void onlyATransferOfThePlanThatBroughtEverythingCounts() {
        Transfer own = service.create(ServiceWithoutCassandra.request("users"), null);
        Transfer waiting = service.create(ServiceWithoutCassandra.request("users"), TERMS, "fill", null);

        refused(ProblemType.UNKNOWN_TRANSFER, "missing", "missing");
        refused(ProblemType.ILLEGAL_STATE, own.id(), "does not belong to plan p1");
        refused(ProblemType.ILLEGAL_STATE, waiting.id(), "expected: COMPLETED, COMPLETE");
    }

    @Test
    void theTermsAreKeptOverARestart() {
        Transfer transfer = service.create(ServiceWithoutCassandra.request("users"), TERMS, "fill", null);
        service.close();
        service = services.open();

        assertThat(service.get(transfer.id()).plan()).isEqualTo("p1");
        assertThat(service.create(ServiceWithoutCassandra.request("users"), TERMS, "fill", null)
                        .id())
                .isEqualTo(transfer.id());
    }

    @Test
    void theEndOfAPlanCancelsItsTransfersAlone() {
        Transfer own = service.create(ServiceWithoutCassandra.request("users"), null);
        Transfer ofPlan = service.create(ServiceWithoutCassandra.request("users"), TERMS, "fill", null);

        service.end("p1");

        assertThat(service.get(ofPlan.id()).state().name()).startsWith("CANCEL");
        assertThat(service.get(own.id()).state().name()).doesNotStartWith("CANCEL");
    }

    private void refused(ProblemType type, String transfer, String words) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> service.claimWork().filled("p1", List.of(transfer)))
                .withMessageContaining(words)
                .extracting(ProblemException::type)
                .isEqualTo(type);
    }
}
