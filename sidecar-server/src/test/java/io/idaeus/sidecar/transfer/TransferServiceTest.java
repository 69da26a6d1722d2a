/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.SmallFileSystem;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Beside a Cassandra that is down: every transfer waits for it, and keeps its place. */
@Timeout(120)
class TransferServiceTest {
    private static final TransferRequest REQUEST = ServiceWithoutCassandra.request("users");

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
    void aKeyspaceThatIsDeniedIsRefusedBeforeAnythingIsStored() {
        TransferRequest secret = TransferRequest.builder(
                        REQUEST.sources(), List.of(new TableRef("shop", "users"), new TableRef("secret_a", "users")))
                .build();

        assertThatThrownBy(() -> service.create(secret, null))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.KEYSPACE_NOT_ALLOWED))
                .hasMessageContaining("secret_a");
        assertThatThrownBy(() -> service.plan(secret, null, () -> false)).isInstanceOf(ProblemException.class);
        assertThat(service.counts()).isEmpty();
    }

    /** It may have lost the answer, and ask for another rate or other sources by then. */
    @Test
    void aPlanThatAsksAgainWithTheSameKeyGetsTheFirstTransfer() {
        ClaimTerms terms = new ClaimTerms("p1", List.of("0:100"), List.of(CassandraProcess.Phase.NORMAL), List.of());
        TransferRequest first = limited(1 << 20);
        Transfer begun = service.create(first, terms, "fill-1-shop-1", null);

        Transfer again = service.create(limited(2 << 20), terms, "fill-1-shop-1", null);

        assertThat(again.id()).isEqualTo(begun.id());
        assertThat(service.counts().values()).containsExactly(1L);
    }

    /** Nobody else may leave one where a plan would take it for its own. */
    @Test
    void aTransferOfNoPlanIsNotTakenForOneOfAPlan() {
        ClaimTerms terms = new ClaimTerms("p1", List.of("0:100"), List.of(CassandraProcess.Phase.NORMAL), List.of());
        service.create(limited(1 << 20), "plan/p1/fill-1-shop-1");

        assertThatThrownBy(() -> service.create(limited(1 << 20), terms, "fill-1-shop-1", null))
                .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                        .isEqualTo(ProblemType.IDEMPOTENCY_KEY_REUSED));
    }

    private static TransferRequest limited(long rate) {
        SourceRef source =
                new SourceRef("http://127.0.0.1:9", "11111111-1111-4111-8111-111111111111", "c", List.of("0:100"));
        return TransferRequest.builder(List.of(source), List.of(new TableRef("shop", "users")))
                .maxRate(rate)
                .build();
    }

    @Test
    void aDryRunEndsSoonAfterItsCallerHasGone() {
        assertThatThrownBy(() -> service.plan(REQUEST, null, () -> true))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.TIME_LIMIT))
                .hasMessageContaining("the caller closed the connection")
                .hasMessageContaining("this node's tables");
    }

    @Test
    void noKeyspaceOfCassandraIsImportedInto() {
        for (String keyspace : List.of("system_auth", "secret")) {
            assertThatThrownBy(() -> service.stagedImports()
                            .run(new ImportRequest(keyspace, "roles", List.of("/staging/x"), null, null), null))
                    .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                            .isEqualTo(ProblemType.KEYSPACE_NOT_ALLOWED));
        }
    }

    @Test
    void oneThatWaitsInTheQueueIsCancelledThoughTheWorkersAreBusy() throws Exception {
        service.start();
        Transfer busy = service.create(REQUEST, null);
        awaitCassandra(busy.id());
        Transfer queued = service.create(ServiceWithoutCassandra.request("orders"), null);

        service.cancel(queued.id());

        await(queued.id(), TransferState.CANCELLED);
        awaitCassandra(busy.id());
    }

    @Test
    void oneThatEndsAtOnceHasASampleThoughNoClockTickedMeanwhile() throws Exception {
        Transfer transfer = service.create(REQUEST, null);
        assertThat(service.samples(transfer.id()).samples()).isEmpty();

        service.cancel(transfer.id());
        await(transfer.id(), TransferState.CANCELLED);
        // Waits for the change that was just visible.
        service.cancel(transfer.id());

        assertThat(service.samples(transfer.id()).samples()).hasSize(1);
    }

    @Test
    void theEndIsRecordedWithWhoAskedForItAlsoAfterARestart() throws Exception {
        Transfer transfer = service.create(REQUEST, null, "CN=alice");
        assertThat(transfer.requestedBy()).isEqualTo("CN=alice");
        service.close();
        service = services.open();
        assertThat(services.trail().all()).isEmpty();

        service.start();
        service.cancel(transfer.id());
        await(transfer.id(), TransferState.CANCELLED);

        JsonNode end = services.trail().await("transfer.end").get(0);
        assertThat(end.path("requestedBy").asText()).isEqualTo("CN=alice");
        assertThat(end.path("result").asText()).isEqualTo("CANCELLED");
        assertThat(end.at("/target/id").asText()).isEqualTo(transfer.id());
        assertThat(end.at("/target/tables").asText()).isEqualTo("shop.users");
        assertThat(service.get(transfer.id()).requestedBy()).isEqualTo("CN=alice");
    }

    @Test
    void anImportThatIsRefusedIsRecordedWithWhoAskedForIt() throws Exception {
        ImportRequest request = new ImportRequest("secret", "roles", List.of("/staging/x"), null, null);
        assertThatThrownBy(() -> service.stagedImports().run(request, "CN=alice"))
                .isInstanceOf(ProblemException.class);
        JsonNode end = services.trail().await("import.end").get(0);
        assertThat(end.path("requestedBy").asText()).isEqualTo("CN=alice");
        assertThat(end.path("result").asText()).isEqualTo("keyspace-not-allowed");
        assertThat(end.at("/target/keyspace").asText()).isEqualTo("secret");
    }

    @Test
    void aPausedTransferFreesItsWorkerAndContinuesWhenItIsResumed() throws Exception {
        service.start();
        Transfer first = service.create(REQUEST, null);
        awaitCassandra(first.id());
        Transfer second = service.create(ServiceWithoutCassandra.request("orders"), null);

        assertThat(service.pause(first.id()).state()).isEqualTo(TransferState.PAUSED);

        awaitCassandra(second.id());
        service.cancel(second.id());
        await(second.id(), TransferState.CANCELLED);
        assertThat(service.get(first.id()).state()).isEqualTo(TransferState.PAUSED);
        assertThat(service.resume(first.id()).state())
                .isIn(TransferState.QUEUED, TransferState.PLANNING, TransferState.PAUSED);
        awaitCassandra(first.id());
    }

    @Test
    void aPauseAndAResumeAtOnceLoseNothing() throws Exception {
        service.start();
        Transfer transfer = service.create(REQUEST, null);
        for (int i = 0; i < 200; i++) {
            service.pause(transfer.id());
            service.resume(transfer.id());
        }

        awaitCassandra(transfer.id());
    }

    @Test
    void aPausedTransferStaysPausedOverARestartAndIsCancelled() throws Exception {
        Transfer paused = service.pause(service.create(REQUEST, null).id());
        service.close();
        service = services.open();
        service.start();
        Transfer other = service.create(ServiceWithoutCassandra.request("orders"), null);
        awaitCassandra(other.id());

        assertThat(service.get(paused.id()).state()).isEqualTo(TransferState.PAUSED);
        service.cancel(paused.id());
        await(paused.id(), TransferState.CANCELLED);
        assertThatThrownBy(() -> service.resume(paused.id())).hasMessageContaining("CANCELLED");
    }

    /** An Error, and one more while the failure is recorded: the transfer must not stay without a thread. */
    @Test
    void anErrorFailsTheTransfer() throws Exception {
        service.close();
        services.close();
        AtomicInteger errors = new AtomicInteger(2);
        services = new ServiceWithoutCassandra(
                directory, new TransferQuotas(1000, 1000, Duration.ofDays(1)), new OtherClock(() -> {
                    if (Thread.currentThread().getName().startsWith("transfer-1") && errors.getAndDecrement() > 0) {
                        throw new NoClassDefFoundError("of the test");
                    }
                }));
        service = services.open();
        service.start();
        Transfer transfer = service.create(REQUEST, null);

        await(transfer.id(), TransferState.FAILED);

        assertThat(service.get(transfer.id()).problem()).satisfies(problem -> {
            assertThat(problem.type()).isEqualTo(ProblemType.INTERNAL.uri());
            assertThat(problem.detail()).contains("NoClassDefFoundError");
        });
        assertThat(errors).hasNonPositiveValue();
    }

    private static final class OtherClock extends Clock {
        private final Runnable before;

        OtherClock(Runnable before) {
            this.before = before;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            before.run();
            return Instant.now();
        }
    }

    @Test
    void whatIsOnDiskIsKnownBeforeAnythingStarts() {
        Transfer known = service.create(REQUEST, "key-1");
        service.close();
        service = services.open();

        assertThat(service.get(known.id()).id()).isEqualTo(known.id());
        assertThat(service.create(REQUEST, "key-1").id()).isEqualTo(known.id());
    }

    @Test
    void aFullStateDirectoryLosesNothingAndRefusesWhatItCannotKeep() throws Exception {
        service.close();
        try (SmallFileSystem small = SmallFileSystem.mount(directory.resolve("state"), 1 << 20)) {
            service = services.open();
            service.start();
            Transfer known = service.create(REQUEST, null);
            awaitCassandra(known.id());
            small.fill();

            assertThatThrownBy(() -> service.create(ServiceWithoutCassandra.request("orders"), null))
                    .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                            .isEqualTo(ProblemType.INSUFFICIENT_STORAGE));
            assertThatThrownBy(() -> service.pause(known.id()))
                    .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                            .isEqualTo(ProblemType.INSUFFICIENT_STORAGE));
            await(
                    known.id(),
                    transfer -> transfer.waiting() != null
                            && transfer.waiting().cause() != TransferWait.Cause.OPERATOR
                            && transfer.waiting().attempts() >= 2);
            assertThat(service.list(null, null, 10)).extracting(Transfer::id).containsExactly(known.id());

            small.free();
            service.pause(known.id());
            service.close();
            service = services.open();

            assertThat(service.list(null, null, 10)).singleElement().satisfies(transfer -> {
                assertThat(transfer.id()).isEqualTo(known.id());
                assertThat(transfer.state()).isEqualTo(TransferState.PAUSED);
            });
            service.close();
        }
    }

    @Test
    void aRecordThatIsNotUnderstoodIsListedAndNamed() throws Exception {
        service.close();
        Files.writeString(directory.resolve("state/transfers/t9.json"), "{\"id\":\"t9\",\"state\":\"VERIFYING\"}");
        service = services.open();

        assertThat(service.unreadable()).containsExactly("t9");
        assertThatThrownBy(() -> service.get("t9"))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE))
                .hasMessageContaining("transfers/t9.json");
    }

    private void await(String id, TransferState state) throws Exception {
        await(id, transfer -> transfer.state() == state);
    }

    /** Waits until the transfer waits for Cassandra, and no longer for a place or an operator. */
    private void awaitCassandra(String id) throws Exception {
        await(
                id,
                transfer -> transfer.state() == TransferState.PAUSED
                        && transfer.waiting() != null
                        && transfer.waiting().cause() == TransferWait.Cause.CASSANDRA);
    }

    private void await(String id, Predicate<Transfer> condition) throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        try (AutoCloseable watch = service.watch(id, event -> {
            if (condition.test(service.get(id))) {
                reached.countDown();
            }
        })) {
            assertThat(reached.await(60, TimeUnit.SECONDS))
                    .as("%s by %s", service.get(id), watch)
                    .isTrue();
        }
    }
}
