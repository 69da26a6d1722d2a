/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Fetching;
import io.idaeus.sidecar.fetch.Unforced;
import io.idaeus.sidecar.fetch.file.Forcing;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.source.BundledComponent;
import io.idaeus.sidecar.transfer.source.ComponentRequest;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class PullPhaseTest {
    private static final TableRef USERS = new TableRef("shop", "users");

    @TempDir
    Path directory;

    private final List<String> arrived = new ArrayList<>();
    private final FakeForcing forcing = new FakeForcing();
    private final SliceThreads threads = new SliceThreads();
    private Executor forcingThread = Runnable::run;
    private TransferRun run;

    @BeforeEach
    void select() {
        TransferRequest request = TransferRequest.builder(List.of(SourceRef.at("http://127.0.0.1:1")), List.of(USERS))
                .build();
        Clock clock = Clock.systemUTC();
        run = new TransferRun(
                new StoredTransfer(
                        TransferJournal.open(directory.resolve("state")),
                        TransferRecord.accepted("t1", null, "digest", request, null, clock.instant()),
                        clock),
                clock);
        run.stored()
                .change(edit -> edit.sources(List.of(
                        new PinnedSource("http://127.0.0.1:1", "host", "cluster", "tag", List.of("0:0"), true, null))));
        List<SelectedSstable> selected =
                IntStream.range(0, 2).mapToObj(i -> sstable("nb-" + i + "-big")).toList();
        run.stored()
                .adoptSelection(
                        new Selection(selected, List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0, 0));
    }

    @Test
    void aFetchThatBreaksOffFailsTheTransferInsteadOfHangingIt() {
        assertThatThrownBy(() -> pull(request -> CompletableFuture.failedFuture(new AssertionError("a defect"))))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.type()).isEqualTo(ProblemType.INTERNAL);
                    assertThat(e.getMessage()).contains("Data.db", "a defect");
                    assertThat(e.getCause()).isInstanceOf(AssertionError.class);
                });
    }

    @Test
    void whatWasFetchedBeforeIsCountedAndNotFetchedAgain() throws Exception {
        run.stored().outcomes().became(0, TransferSstable.State.FETCHED, null);

        pull(request -> {
            request.progress().accept(request.size());
            return CompletableFuture.completedFuture(new FetchResult.Fetched(request.size(), 0));
        });

        assertThat(run.stored().view().progress().bytesFetched()).isEqualTo(200);
        assertThat(run.stored().view().progress().bytesResumed()).isEqualTo(100);
        assertThat(run.stored().view().progress().filesFetched()).isEqualTo(2);
        assertThat(arrived).containsExactly("1 Data.db");
    }

    @Test
    void whatAnEarlierFetchOfThisRunReceivedIsCountedOnce() throws Exception {
        Set<Path> begun = new HashSet<>();

        pull(request -> {
            if (begun.add(request.destination())) {
                request.progress().accept(60);
                return CompletableFuture.completedFuture(
                        new FetchResult.Failed(FetchResult.Reason.CONNECTION_LOST, "cut", null, null));
            }
            request.progress().accept(40);
            return CompletableFuture.completedFuture(new FetchResult.Fetched(100, 60));
        });

        assertThat(run.stored().view().progress().bytesFetched()).isEqualTo(200);
        assertThat(run.stored().view().progress().bytesResumed()).isZero();
    }

    @Test
    void whatIsDiscardedCountsNoMore() throws Exception {
        Set<Path> begun = new HashSet<>();

        pull(request -> {
            boolean first = begun.add(request.destination());
            // 30 bytes of an earlier run were there.
            request.progress().accept(first ? 70 - 100 : 100);
            return CompletableFuture.completedFuture(
                    first
                            ? new FetchResult.Mismatch(new Crc32(1), new Crc32(0), 30, FetchResult.Fault.UNKNOWN)
                            : new FetchResult.Fetched(100, 0));
        });

        assertThat(run.stored().view().progress().bytesFetched()).isEqualTo(200);
        assertThat(run.stored().view().progress().bytesResumed()).isZero();
    }

    @Test
    void aPauseCancelsWhatIsInFlightAndItsLateReportsAreNotCounted() throws Exception {
        List<ComponentRequest> begun = new ArrayList<>();
        List<CompletableFuture<FetchResult>> open = new ArrayList<>();

        assertThatThrownBy(() -> pull(request -> {
                    request.progress().accept(30);
                    begun.add(request);
                    open.add(new CompletableFuture<>());
                    run.pause();
                    return open.get(open.size() - 1);
                }))
                .isInstanceOfSatisfying(TransferInterruptedException.class, e -> assertThat(e.resumable())
                        .isTrue());
        assertThat(open).allSatisfy(fetch -> assertThat(fetch).isCancelled());
        run.resume();
        assertThat(run.steering().claim()).isTrue();
        AtomicBoolean counted = new AtomicBoolean();
        pull(request -> {
            begun.forEach(late -> late.progress().accept(5));
            if (!counted.getAndSet(true)) {
                assertThat(run.stored().view().progress().bytesFetched()).isZero();
            }
            request.progress().accept(70);
            return CompletableFuture.completedFuture(new FetchResult.Fetched(100, 30));
        });

        assertThat(run.stored().view().progress().bytesFetched()).isEqualTo(200);
        assertThat(run.stored().view().progress().filesFetched()).isEqualTo(2);
    }

    @Test
    void aPauseReturnsOnceNothingIsWrittenAnyMore() {
        Fetching<FetchResult> stillWriting = new Fetching<>();
        AtomicBoolean written = new AtomicBoolean();
        AtomicBoolean returned = new AtomicBoolean();
        Thread pulling = Thread.currentThread();

        assertThatThrownBy(() -> pull(request -> {
                    CompletableFuture<FetchResult> unused = stillWriting.whenComplete((result, cancelled) ->
                            new Thread(() -> writeOn(pulling, returned, written, stillWriting)).start());
                    run.pause();
                    return stillWriting;
                }))
                .isInstanceOf(TransferInterruptedException.class);

        boolean writtenBefore = written.get();
        returned.set(true);
        assertThat(writtenBefore).isTrue();
    }

    private static void writeOn(Thread pulling, AtomicBoolean returned, AtomicBoolean written, Fetching<?> fetching) {
        Await.until("the pull waits, or has returned", () -> isWaiting(pulling) || returned.get());
        written.set(true);
        fetching.end();
    }

    private static boolean isWaiting(Thread thread) {
        return EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING).contains(thread.getState());
    }

    @Test
    void smallComponentsComeInBundlesWhereTheSourceServesThem() throws Exception {
        List<Integer> asked = new ArrayList<>();

        pull(PullPhaseTest::never, requests -> {
            asked.add(requests.size());
            requests.forEach(
                    entry -> entry.request().progress().accept(entry.request().size()));
            return together(null, new FetchResult.Fetched(100, 0), new FetchResult.AlreadyThere(100));
        });

        assertThat(asked).containsExactly(2);
        assertThat(run.stored().outcomes().inState(TransferSstable.State.FETCHED))
                .containsExactly(0, 1);
        assertThat(run.stored().view().progress().bytesFetched()).isEqualTo(200);
        assertThat(run.stored().view().progress().filesFetched()).isEqualTo(2);
    }

    @Test
    void theComponentAtWhichABundleBrokeIsFetchedAlone() throws Exception {
        List<String> alone = new ArrayList<>();

        pull(
                request -> {
                    alone.add(request.sstable());
                    return fetched(request);
                },
                requests -> together(lost(), new FetchResult.Fetched(100, 0), null));

        assertThat(alone).containsExactly("nb-1-big");
        assertThat(run.stored().outcomes().inState(TransferSstable.State.FETCHED))
                .containsExactly(0, 1);
    }

    @Test
    void whatABundleDidNotReachComesInTheNext() throws Exception {
        List<Integer> asked = new ArrayList<>();

        pull(PullPhaseTest::fetched, requests -> {
            asked.add(requests.size());
            return asked.size() == 1
                    ? together(new FetchResult.Failed(FetchResult.Reason.PEER_BUSY, "busy", null, null), null, null)
                    : together(null, new FetchResult.Fetched(100, 0));
        });

        assertThat(asked).containsExactly(2, 1);
        assertThat(run.stored().view().progress().filesFetched()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = FetchResult.Reason.class,
            names = {"GONE", "CHANGED", "PROTOCOL", "FORBIDDEN", "CONNECTION_LOST", "TIMED_OUT"})
    void whereBundlesDoNotWorkAllAreFetchedAlone(FetchResult.Reason reason) throws Exception {
        List<String> alone = new ArrayList<>();

        pull(
                request -> {
                    alone.add(request.sstable());
                    return fetched(request);
                },
                requests -> together(new FetchResult.Failed(reason, "no", null, null), null, null));

        assertThat(alone).containsExactlyInAnyOrder("nb-0-big", "nb-1-big");
    }

    @Test
    void whatCannotComeTogetherIsFetchedAloneAtOnce() throws Exception {
        pull(PullPhaseTest::fetched, requests -> together(null, null, null));

        assertThat(run.stored().outcomes().inState(TransferSstable.State.FETCHED))
                .containsExactly(0, 1);
    }

    @Test
    void whatABundleBroughtCountsAsFetchedOnceItIsDurable() throws Exception {
        List<Runnable> forces = new ArrayList<>();
        List<Integer> before = new ArrayList<>();
        forcingThread = force -> {
            before.addAll(run.stored().outcomes().inState(TransferSstable.State.FETCHED));
            forces.add(force);
            force.run();
        };

        pull(PullPhaseTest::never, PullPhaseTest::received);

        assertThat(forces).hasSize(1);
        assertThat(before).isEmpty();
        assertThat(forcing.expected).containsExactly(directory.resolve("nb-0-big"));
        assertThat(forcing.forced)
                .containsExactly(
                        new Forcing.Received(directory.resolve("nb-0-big/nb-0-big-Data.db"), 100),
                        new Forcing.Received(directory.resolve("nb-1-big/nb-1-big-Data.db"), 100));
        assertThat(forcing.closed).isTrue();
        assertThat(run.stored().outcomes().inState(TransferSstable.State.FETCHED))
                .containsExactly(0, 1);
        assertThat(run.stored().view().progress().filesFetched()).isEqualTo(2);
    }

    /** The kernel forgets what it could not write: it may be in no memory, and would pass for whole. */
    @Test
    void whereTheDiskFailsNothingStaysThatIsNotDurable() throws Exception {
        run.stored().outcomes().became(0, TransferSstable.State.FETCHED, null);
        Path durable = Files.createDirectories(directory.resolve("nb-0-big")).resolve("nb-0-big-Data.db");
        Path lost = directory.resolve("nb-1-big/nb-1-big-Data.db");
        Files.createFile(durable);
        forcing.failure = new IOException("syncfs failed with errno 5");

        assertThatThrownBy(() -> pull(PullPhaseTest::never, requests -> {
                    write(requests.get(0).request().destination());
                    return received(requests);
                }))
                .isInstanceOfSatisfying(
                        LocalDiskException.class, e -> assertThat(e.kind()).isEqualTo(LocalDiskException.Kind.FAILED))
                .hasMessageContaining("errno 5")
                .hasMessageContaining(lost.toString());

        assertThat(durable).exists();
        assertThat(lost).doesNotExist();
        assertThat(run.stored().outcomes().inState(TransferSstable.State.PLANNED))
                .containsExactly(1);

        forcing.failure = null;
        pull(PullPhaseTest::never, PullPhaseTest::received);
        assertThat(run.stored().outcomes().inState(TransferSstable.State.FETCHED))
                .containsExactly(0, 1);
    }

    /** Also what a bundle of an earlier pull left. */
    @Test
    void aPullThatEndsEarlyForcesWhatArrivedOrDeletesIt() throws Exception {
        Path earlier = Files.createDirectories(directory.resolve("nb-1-big")).resolve("nb-1-big-Data.db");
        Files.createFile(earlier);
        for (boolean fails : new boolean[] {false, true}) {
            forcing.failure = fails ? new IOException("syncfs failed with errno 5") : null;

            assertThatThrownBy(() -> pull(
                            PullPhaseTest::never,
                            requests -> together(
                                    new FetchResult.Failed(FetchResult.Reason.DISK_FULL, "full", null, null),
                                    new FetchResult.Received(100, 0),
                                    null)))
                    .isInstanceOf(LocalDiskException.class);

            assertThat(forcing.forced).as("forced, unless it fails").hasSize(1);
            assertThat(Files.exists(earlier)).isEqualTo(!fails);
            assertThat(forcing.closed).isTrue();
        }
    }

    @Test
    void aFullDiskStopsEverythingAndTheTransferHasNotFailed() {
        List<CompletableFuture<FetchResult>> open = new ArrayList<>();

        assertThatThrownBy(() -> pull(request -> {
                    if (open.isEmpty()) {
                        open.add(new CompletableFuture<>());
                        return open.get(0);
                    }
                    return failed(FetchResult.Reason.DISK_FULL, null);
                }))
                .isInstanceOfSatisfying(
                        LocalDiskException.class, e -> assertThat(e.kind()).isEqualTo(LocalDiskException.Kind.FULL));
        assertThat(open.get(0)).isCancelled();
        assertThatThrownBy(() -> pull(
                        PullPhaseTest::never,
                        requests -> together(
                                new FetchResult.Failed(FetchResult.Reason.DISK_FULL, "full", null, null), null, null)))
                .isInstanceOf(LocalDiskException.class);
    }

    @Test
    void afterAFullDiskItGoesOnWithWhatIsMissing() throws Exception {
        List<String> asked = new ArrayList<>();
        assertThatThrownBy(() -> pull(request -> request.sstable().equals("nb-0-big")
                        ? fetched(request)
                        : failed(FetchResult.Reason.DISK_FULL, null)))
                .isInstanceOf(LocalDiskException.class);

        pull(request -> {
            asked.add(request.sstable());
            return fetched(request);
        });

        assertThat(asked).contains("nb-1-big");
        assertThat(run.stored().outcomes().inState(TransferSstable.State.FETCHED))
                .containsExactly(0, 1);
        assertThat(run.stored().view().progress().bytesFetched()).isEqualTo(200);
    }

    @Test
    void aDiskThatCannotBeWrittenHasNotFailedTheTransferYet() {
        assertThatThrownBy(() ->
                        pull(request -> failed(FetchResult.Reason.LOCAL_IO, new IOException("Read-only file system"))))
                .isInstanceOfSatisfying(
                        LocalDiskException.class, e -> assertThat(e.kind()).isEqualTo(LocalDiskException.Kind.FAILED));
    }

    @Test
    void aStagingRootThatCannotBeWrittenHasNotFailedTheTransferYet() throws Exception {
        Files.createFile(directory.resolve("nb-0-big"));

        assertThatThrownBy(() -> pull(PullPhaseTest::fetched))
                .isInstanceOf(LocalDiskException.class)
                .hasMessageContaining("nb-0-big");
    }

    @Test
    void aDirectoryIsCreatedWhenItsFirstComponentIsRequested() throws Exception {
        List<SelectedSstable> selected = IntStream.range(0, 40)
                .mapToObj(i -> sstable("nb-" + i + "-big"))
                .toList();
        run.stored()
                .adoptSelection(
                        new Selection(selected, List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0, 0));
        Set<Path> asked = new HashSet<>();

        pull(request -> {
            Path own = request.destination().getParent();
            asked.add(own);
            assertThat(own).isDirectory();
            assertThat(selected.stream().filter(each -> Files.exists(each.directory())))
                    .hasSize(asked.size());
            return fetched(request);
        });

        assertThat(asked).hasSize(40);
    }

    @Test
    void aWrongComponentOfABundleIsFetchedAloneOnceBeforeItsSourceIsToBlame() throws Exception {
        List<String> alone = new ArrayList<>();

        pull(
                request -> {
                    alone.add(request.sstable());
                    request.progress().accept(0);
                    return CompletableFuture.completedFuture(mismatch());
                },
                requests -> together(null, new FetchResult.Fetched(100, 0), mismatch()));

        assertThat(alone).containsExactly("nb-1-big");
        assertThat(run.stored().outcomes().inState(TransferSstable.State.SOURCE_CORRUPT))
                .containsExactly(1);
    }

    @Test
    void aWrongComponentOfTheManifestBlamesItsSourceAndNotThisDisk() throws Exception {
        adopt(withInline("nb-0-big", "Data.db\n"), sstable("nb-1-big"));

        pull(PullPhaseTest::fetched);

        assertThat(run.stored().outcomes().inState(TransferSstable.State.SOURCE_CORRUPT))
                .containsExactly(0);
        assertThat(run.stored().outcomes().get(0).reason())
                .contains("nb-0-big-TOC.txt", "from host", "expected: 00000000", "manifest");
        assertThat(run.stored().outcomes().inState(TransferSstable.State.FETCHED))
                .containsExactly(1);
        try (Stream<Path> staged = Files.list(directory.resolve("nb-0-big"))) {
            assertThat(staged.filter(file -> file.toString().contains("TOC"))).isEmpty();
        }
    }

    @Test
    void aWrongComponentOfTheManifestInABundleBlamesItsSourceToo() throws Exception {
        adopt(withInline("nb-0-big", "Data.db\n"));

        pull(PullPhaseTest::never, requests -> together(null, new FetchResult.Fetched(100, 0), mismatch()));

        assertThat(run.stored().outcomes().inState(TransferSstable.State.SOURCE_CORRUPT))
                .containsExactly(0);
        assertThat(run.stored().outcomes().get(0).reason()).contains("manifest");
    }

    private void adopt(SelectedSstable... selected) {
        run.stored()
                .adoptSelection(new Selection(
                        List.of(selected), List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0, 0));
    }

    private SelectedSstable withInline(String name, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return new SelectedSstable(
                0,
                "host",
                USERS,
                name,
                0,
                10,
                100,
                List.of(
                        new ManifestComponent("Data.db", 100, "00000000", ChecksumOrigin.CASSANDRA, null),
                        new ManifestComponent(
                                "TOC.txt",
                                bytes.length,
                                "00000000",
                                ChecksumOrigin.SIDECAR,
                                Base64.getEncoder().encodeToString(bytes))),
                directory.resolve(name));
    }

    private static void write(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CompletableFuture<BundleResult> received(List<BundledComponent> requests) {
        return together(
                null,
                requests.stream()
                        .map(each -> new FetchResult.Received(each.request().size(), 0))
                        .toArray(FetchResult[]::new));
    }

    private static final class FakeForcing implements Forcing {
        private final List<Path> expected = new ArrayList<>();
        private final List<Received> forced = new ArrayList<>();
        private @Nullable IOException failure;
        private boolean closed;

        @Override
        public void expect(Path directory) {
            expected.add(directory);
        }

        @Override
        public void force(Collection<Received> received) throws IOException {
            if (failure != null) {
                throw failure;
            }
            forced.addAll(received);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static FetchResult mismatch() {
        return new FetchResult.Mismatch(new Crc32(1), new Crc32(0), 0, FetchResult.Fault.UNKNOWN);
    }

    private static FetchResult.Failed lost() {
        return new FetchResult.Failed(FetchResult.Reason.CONNECTION_LOST, "cut", null, null);
    }

    private static CompletableFuture<FetchResult> fetched(ComponentRequest request) {
        request.progress().accept(request.size());
        return CompletableFuture.completedFuture(new FetchResult.Fetched(request.size(), 0));
    }

    private static CompletableFuture<FetchResult> failed(FetchResult.Reason reason, @Nullable Throwable cause) {
        return CompletableFuture.completedFuture(new FetchResult.Failed(reason, reason.name(), null, cause));
    }

    private static CompletableFuture<FetchResult> never(ComponentRequest request) {
        throw new AssertionError(request.component() + " is fetched alone");
    }

    @Test
    void theNumberOfConnectionsIsShown() throws Exception {
        assertThat(run.stored().view().sources().get(0).connections()).isNull();

        pull(PullPhaseTest::fetched);
        assertThat(run.stored().view().sources().get(0).connections()).isEqualTo(2);

        run.stored().change(edit -> edit.state(TransferState.COMPLETED, null, Instant.now()));
        assertThat(run.stored().view().sources().get(0).connections()).isEqualTo(2);
    }

    @Test
    void aFailureThatTheFetcherBroughtAboutItselfIsNoReasonToBackOff() throws Exception {
        run.stored()
                .adoptSelection(new Selection(
                        IntStream.range(0, 200)
                                .mapToObj(i -> sstable("nb-" + i + "-big"))
                                .toList(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        0,
                        0,
                        0));
        AtomicInteger refused = new AtomicInteger();

        pull(new FakeSource(
                request -> refused.getAndIncrement() < 2
                        ? CompletableFuture.completedFuture(new FetchResult.Failed(
                                FetchResult.Reason.PEER_BUSY, "429", Duration.ofMinutes(10), null))
                        : fetched(request),
                null,
                failed -> true));

        assertThat(refused).hasValueGreaterThan(200);
        assertThat(run.stored().view().waiting()).isNull();
        assertThat(arrived).hasSize(200);
    }

    private static CompletableFuture<BundleResult> together(
            FetchResult.@Nullable Failed failure, @Nullable FetchResult... each) {
        return CompletableFuture.completedFuture(new BundleResult(Arrays.asList(each), failure));
    }

    private void pull(Function<ComponentRequest, CompletableFuture<FetchResult>> fetcher)
            throws TransferInterruptedException {
        pull(fetcher, null);
    }

    private void pull(
            Function<ComponentRequest, CompletableFuture<FetchResult>> one,
            @Nullable Function<List<BundledComponent>, CompletableFuture<BundleResult>> many)
            throws TransferInterruptedException {
        pull(new FakeSource(one, many));
    }

    private void pull(SstableSource source) throws TransferInterruptedException {
        StoredTransfer stored = run.stored();
        PullTask task = new PullTask(
                stored.outcomes(),
                stored.restartProgress(),
                List.of(new PullTask.PulledSource(source, "tag")),
                null,
                ThrottleChain.unlimited(),
                null,
                (sstable, component) -> arrived.add(sstable + " " + component.name()));
        new PullPhase(
                        Duration.ofMinutes(1),
                        () -> new Unforced(forcing, forcingThread, System::nanoTime, nanos -> {}),
                        threads,
                        Clock.systemUTC(),
                        new Random(1))
                .pull(task, run);
    }

    private SelectedSstable sstable(String name) {
        return new SelectedSstable(
                0,
                "host",
                USERS,
                name,
                0,
                10,
                100,
                List.of(new ManifestComponent("Data.db", 100, "00000000", ChecksumOrigin.CASSANDRA, null)),
                directory.resolve(name));
    }
}
