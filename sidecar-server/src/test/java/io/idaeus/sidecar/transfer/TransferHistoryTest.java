/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records that are kept of ended transfers. */
class TransferHistoryTest {
    @TempDir
    Path directory;

    private Clock clock = Clock.systemUTC();
    private ServiceWithoutCassandra services;
    private TransferService service;

    @BeforeEach
    void open() throws Exception {
        start(2, Duration.ofDays(1));
    }

    private void start(int ended, Duration endedFor) throws Exception {
        services = new ServiceWithoutCassandra(directory, new TransferQuotas(5, ended, endedFor), clock);
        service = services.open();
    }

    private void restart(int ended, Duration endedFor) throws Exception {
        close();
        start(ended, endedFor);
    }

    @AfterEach
    void close() {
        service.close();
        services.close();
    }

    private String ended(String table) throws Exception {
        return end(service.create(ServiceWithoutCassandra.request(table), "key-" + table));
    }

    private String end(Transfer transfer) throws Exception {
        service.cancel(transfer.id());
        Await.until("its end", () -> service.get(transfer.id()).state().isFinal());
        return transfer.id();
    }

    private List<String> ids() {
        return service.list(null, null, 100).stream().map(Transfer::id).toList();
    }

    @Test
    void theNewestOfThoseThatEndedAreKept() throws Exception {
        String oldest = ended("a");
        String second = ended("b");
        String running =
                service.create(ServiceWithoutCassandra.request("c"), null).id();
        String newest = ended("d");

        service.prune();

        assertThat(ids()).containsExactly(newest, running, second);
        assertThatThrownBy(() -> service.get(oldest)).isInstanceOf(ProblemException.class);
        restart(2, Duration.ofDays(1));
        assertThat(ids()).containsExactly(newest, running, second);
    }

    @Test
    void whatEndedTooLongAgoIsForgotten() throws Exception {
        ended("a");
        clock = Clock.offset(clock, Duration.ofHours(2));
        restart(2, Duration.ofHours(1));

        service.prune();

        assertThat(ids()).isEmpty();
    }

    @Test
    void whatIsInStagingIsNotForgottenBeforeItsRetentionIsOver() throws Exception {
        String failed = ended("a");
        // The end of a cancelled transfer clears its staging, and may still be at it.
        close();
        Path staged = Files.createDirectories(services.staging().resolve(failed).resolve("x"));
        start(0, Duration.ofDays(1));

        service.prune();

        assertThat(ids()).containsExactly(failed);
        assertThat(staged).exists();
        service.delete(failed);
        assertThat(ids()).isEmpty();
        assertThat(staged).doesNotExist();
    }

    @Test
    void transfersOfAPlanThatHasThisNodeStay() throws Exception {
        ClaimTerms terms = new ClaimTerms("plan-1", List.of("0:1"), List.of(CassandraProcess.Phase.NORMAL), List.of());
        String ofPlan = end(service.create(ServiceWithoutCassandra.request("users"), terms, "k", null));
        clock = Clock.offset(clock, Duration.ofHours(2));
        restart(0, Duration.ofHours(1));
        service.keepPlans("plan-1"::equals);

        service.prune();

        assertThat(ids()).containsExactly(ofPlan);
        assertThatThrownBy(() -> service.delete(ofPlan))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE))
                .hasMessageContaining("plan");
        service.keepPlans(plan -> false);
        service.prune();
        assertThat(ids()).isEmpty();
    }

    @Test
    void whatHasEndedIsKnownAfterARestartInEveryWay() throws Exception {
        String first = ended("a");
        String running =
                service.create(ServiceWithoutCassandra.request("b"), null).id();
        restart(10, Duration.ofDays(1));

        assertThat(service.get(first).state()).isEqualTo(TransferState.CANCELLED);
        assertThat(service.create(ServiceWithoutCassandra.request("a"), "key-a").id())
                .isEqualTo(first);
        assertThat(service.counts()).containsEntry(TransferState.CANCELLED, 1L);
        assertThat(ids()).containsExactly(running, first);
        assertThat(directory.resolve("state/transfers/" + first + ".json")).doesNotExist();
    }

    @Test
    void recordsOfAnEarlierVersionMoveWhenTheyAreFirstRead() throws Exception {
        String first = ended("a");
        close();
        Path state = directory.resolve("state");
        Files.move(state.resolve("ended-transfers/" + first + ".json"), state.resolve("transfers/" + first + ".json"));
        start(10, Duration.ofDays(1));

        assertThat(ids()).containsExactly(first);
        assertThat(state.resolve("ended-transfers/" + first + ".json")).exists();
        assertThat(state.resolve("transfers/" + first + ".json")).doesNotExist();
    }

    @Test
    void aCrashBetweenTheTwoHalvesOfAnEndLosesNothing() throws Exception {
        String id = service.create(ServiceWithoutCassandra.request("a"), null).id();
        Path state = directory.resolve("state");
        byte[] before = Files.readAllBytes(state.resolve("transfers/" + id + ".json"));
        end(service.get(id));
        close();
        Files.write(state.resolve("transfers/" + id + ".json"), before);
        start(10, Duration.ofDays(1));

        assertThat(service.get(id).state()).isEqualTo(TransferState.CANCELLED);
        assertThat(state.resolve("transfers/" + id + ".json")).doesNotExist();
    }

    @Test
    void anEndedRecordThatIsNotUnderstoodIsListedAndNamed() throws Exception {
        close();
        Files.writeString(
                directory.resolve("state/ended-transfers/t9.json"), "{\"id\":\"t9\",\"state\":\"VERIFYING\"}");
        start(10, Duration.ofDays(1));

        assertThat(service.unreadable()).containsExactly("t9");
        assertThatThrownBy(() -> service.get("t9")).hasMessageContaining("ended-transfers/t9.json");
    }

    @Test
    void aStartReadsNoRecordOfThoseThatEnded() throws Exception {
        List<String> ended = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ended.add(ended("t" + i));
        }
        close();
        Path last = directory.resolve("state/ended-transfers/" + ended.get(4) + ".json");
        Files.writeString(last, "no JSON");
        start(10, Duration.ofDays(1));

        // A read would have moved it aside.
        assertThat(last).exists();
        assertThat(ids()).hasSize(4);
        assertThat(last).doesNotExist();
    }
}
