/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Unforced;
import io.idaeus.sidecar.fetch.file.Forcing;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.slicing.SliceDescriber;
import io.idaeus.sidecar.slicing.SstableFiles;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.RealSstables;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.source.ComponentRequest;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pulls slices of SSTables that Cassandra wrote. */
@Timeout(120)
class SlicedPullTest {
    private static final TableRef USERS = new TableRef("shop", "users");

    private static final FirstFetch NOTHING = request -> {};

    /** Looks at staging before the first component of a whole SSTable is written there. */
    private interface FirstFetch {
        void of(ComponentRequest request) throws IOException;
    }

    @TempDir
    Path directory;

    private final List<ReadableSstable> sstables = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> fetched = new ArrayList<>();
    private final List<String> arrived = new ArrayList<>();
    private final SliceThreads threads = new SliceThreads();
    private List<String> ranges = List.of("0:0");
    private UnaryOperator<SliceDescription> lie = description -> description;
    private UnaryOperator<byte[]> damage = bytes -> bytes;
    private String damaged = "Data.db";
    private boolean bundles = true;
    private int answered = Integer.MAX_VALUE;
    private int unreachable;
    private Clock steady = Clock.systemUTC();
    private Duration retryFor = Duration.ofMinutes(1);
    private Forcing forcing = new FakeForcing(false);
    private Runnable whenFetched = () -> {};
    private FirstFetch onceFetching = NOTHING;
    private TransferRun run;

    @BeforeEach
    void choose() throws IOException {
        for (String version : List.of("nb", "da")) {
            new SstableCatalog(1000)
                    .live(List.of(RealSstables.directory(version))).stream()
                            .filter(ReadableSstable.class::isInstance)
                            .map(ReadableSstable.class::cast)
                            .filter(sstable -> !halves(sstable).isEmpty())
                            .limit(2)
                            .forEach(sstables::add);
        }
        assertThat(sstables).hasSizeGreaterThan(2);
        // An SSTable of another table: it has the name of the first.
        sstables.add(sstables.get(0));
        // Every other part of the ring.
        ranges = halves(sstables.get(0));
        begin();
    }

    @AfterEach
    void stop() {
        threads.close();
    }

    private static List<String> halves(ReadableSstable sstable) {
        long first = sstable.metadata().bounds().first();
        long last = sstable.metadata().bounds().last();
        long width = last / 16 - first / 16;
        return width <= 0
                ? List.of()
                : Stream.of(1, 3, 5, 7, 9, 11, 13)
                        .map(i -> new TokenRange(first + i * width, first + (i + 1) * width).toString())
                        .toList();
    }

    private void begin() {
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
        List<SelectedSstable> selected = new ArrayList<>();
        for (int i = 0; i < sstables.size(); i++) {
            selected.add(selected(i));
        }
        run.stored()
                .adoptSelection(new Selection(
                        selected,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        0,
                        0,
                        0,
                        List.of(new SlicedTable(0, USERS, ranges))));
    }

    private SelectedSstable selected(int index) {
        ReadableSstable sstable = sstables.get(index);
        List<ManifestComponent> components = sstable.components().stream()
                .map(component -> new ManifestComponent(
                        component.name(),
                        component.size(),
                        Crc32.of(read(sstable.path(component.name()))).toString(),
                        ChecksumOrigin.SIDECAR,
                        null))
                .toList();
        return new SelectedSstable(
                0,
                "host",
                USERS,
                name(index),
                sstable.metadata().bounds().first(),
                sstable.metadata().bounds().last(),
                sstable.size() / 2,
                components,
                directory.resolve("staging/" + name(index) + "/shop/users-" + index),
                0,
                false);
    }

    private String name(int index) {
        return sstables.get(index).descriptor().toString();
    }

    /** Together with others, and each alone. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsWantedIsFetchedAndCut(boolean together) throws Exception {
        bundles = together;

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        for (int i = 0; i < sstables.size(); i++) {
            SelectedSstable staged = run.stored().outcomes().staged(i);
            ReadableSstable cut = (ReadableSstable)
                    new SstableCatalog(10).live(List.of(staged.directory())).get(0);
            SliceParts parts = described(i).parts();
            assertThat(cut.metadata().firstKey().hex()).isEqualTo(parts.firstKey());
            assertThat(staged.firstToken()).isEqualTo(cut.metadata().bounds().first());
            assertThat(staged.lastToken()).isEqualTo(cut.metadata().bounds().last());
            for (ManifestComponent component : staged.components()) {
                assertThat(Crc32.of(read(staged.file(component))).toString()).isEqualTo(component.crc32());
            }
            assertThat(files(staged.directory())).hasSize(staged.components().size());
            assertThat(files(SliceDirectory.of(staged).path())).containsExactly("cut.json");
        }
        assertThat(arrived).contains("0 Index.db", "1 Data.db");
        assertThat(run.stored().view().progress().bytesFetched())
                .isEqualTo(run.stored().view().progress().bytesTotal());
        assertThat(run.stored().view().progress().filesFetched()).isEqualTo(fetched.size());
    }

    @Test
    void whatIsOutsideNeedsNothingAndWhatIsWithinMovesWhole() throws Exception {
        long last = sstables.get(0).metadata().bounds().last();
        ranges = List.of((last + 1) + ":" + (last + 2));
        lie = description -> description.sstable().equals(name(1))
                ? new SliceDescription(name(1), Extent.WHOLE, null, null)
                : new SliceDescription(description.sstable(), Extent.NONE, null, null);
        begin();

        pull();

        assertThat(states().get(0)).isEqualTo(TransferSstable.State.IMPORTED);
        assertThat(run.stored().outcomes().get(0).reason()).contains("none of its rows are in the ranges");
        assertThat(run.stored().outcomes().view()).satisfies(view -> {
            assertThat(view.get(0).part()).isEqualTo(TransferSstable.Part.SLICE);
            assertThat(view.get(0).bytes()).isZero();
            assertThat(view.get(1).part()).isEqualTo(TransferSstable.Part.WHOLE);
            assertThat(view.get(1).bytes()).isEqualTo(sstables.get(1).size());
        });
        assertThat(states().get(1)).isEqualTo(TransferSstable.State.FETCHED);
        assertThat(run.stored().outcomes().staged(1).cut()).isFalse();
        assertThat(fetched)
                .containsExactlyInAnyOrderElementsOf(sstables.get(1).components().stream()
                        .map(component -> name(1) + " " + component.name())
                        .toList());
        assertThat(run.stored().view().progress().bytesTotal())
                .isEqualTo(run.stored().view().progress().bytesFetched());
    }

    /** The manifest has the first token and the last. */
    @Test
    void whoSaysThatNothingIsInTheRangesOfAnEndIsNotBelieved() throws Exception {
        ranges = List.of("0:0");
        lie = description -> new SliceDescription(description.sstable(), Extent.NONE, null, null);
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.SOURCE_CORRUPT);
        assertThat(run.stored().outcomes().get(0).reason()).contains("none of its keys", "is");
    }

    @Test
    void whoLeavesAnEndOutIsNotBelieved() throws Exception {
        long first = sstables.get(0).metadata().bounds().first();
        SliceParts parts = described(0).parts();
        ranges = new ArrayList<>(ranges);
        ranges.add((first - 1) + ":" + first);
        lie = description -> description.sstable().equals(name(0))
                ? new SliceDescription(name(0), Extent.PART, parts, null)
                : description;
        begin();

        pull();

        assertThat(states().get(0)).isEqualTo(TransferSstable.State.SOURCE_CORRUPT);
        assertThat(run.stored().outcomes().get(0).reason()).contains("lacks the key of token " + first);
    }

    @Test
    void whatItsSourceCannotReadNowIsAskedForAgain() throws Exception {
        int[] failures = {2};
        lie = description -> failures[0]-- > 0
                ? unknown(description.sstable(), "UNREADABLE_FILE", "Index.db: too many open files")
                : description;

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
    }

    /** As a component that moves whole: the source may fail for transfers.retryFor. */
    @Test
    void whatItsSourceCannotReadForTooLongFailsTheTransfer() throws Exception {
        steady = new TickingClock();
        retryFor = Duration.ofSeconds(5);
        lie = description -> {
            assertThat(asked).as("asked without end").hasSizeLessThan(500);
            return description.sstable().equals(name(1))
                    ? unknown(description.sstable(), "UNREADABLE_FILE", "Index.db: Input/output error")
                    : description;
        };

        assertThatThrownBy(this::pull)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_UNREACHABLE))
                .hasMessageContainingAll("host cannot read " + name(1), "Input/output error", "transfers.retryFor");

        assertThat(asked).contains(name(2)).hasSizeLessThan(30);
    }

    @Test
    void whatItsSourceNoLongerHasFailsTheTransfer() {
        lie = description -> unknown(description.sstable(), "MISSING_COMPONENT", "Index.db: no such file");

        assertThatThrownBy(this::pull)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_FAILED))
                .hasMessageContainingAll(name(0), "no such file");
    }

    private static SliceDescription unknown(String sstable, String code, String detail) {
        return new SliceDescription(sstable, Extent.UNKNOWN, null, new SstableProblem(code, detail));
    }

    /** Each look at it is a second later. */
    private static final class TickingClock extends Clock {
        private Instant now = Instant.EPOCH;

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
            now = now.plusSeconds(1);
            return now;
        }
    }

    @Test
    void anErrorOnAnotherThreadEndsThePull() {
        lie = description -> {
            throw new OutOfMemoryError("of the test");
        };

        assertThatThrownBy(this::pull).hasRootCauseInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void whatItsSourceCannotReadIsCorruptThere() throws Exception {
        lie = description -> unknown(description.sstable(), "CORRUPT_COMPONENT", "Index.db: odd");

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.SOURCE_CORRUPT);
        assertThat(run.stored().outcomes().get(0).reason()).contains(name(0), "host", "Index.db: odd");
        assertThat(fetched).isEmpty();
    }

    @Test
    void whatItsSourceFindsImpossibleToCutStaysThere() throws Exception {
        lie = description -> description.sstable().equals(name(1))
                ? unknown(name(1), "SLICE_IMPOSSIBLE", "CompressionInfo.db: it has a dictionary")
                : description;

        pull();

        assertThat(states().get(1)).isEqualTo(TransferSstable.State.EXCLUDED);
        assertThat(run.stored().outcomes().get(1).reason()).contains("cannot be cut", "it has a dictionary");
        assertThat(states()).containsOnly(TransferSstable.State.EXCLUDED, TransferSstable.State.FETCHED);
        assertThat(run.stored().outcomes().shortfall()).contains("1 EXCLUDED");
        assertThat(run.stored().view().progress().bytesFetched())
                .isEqualTo(run.stored().view().progress().bytesTotal());
    }

    /** Its source has another build, which knows this compressor. */
    @Test
    void whatThisSidecarCannotCutStaysAtItsSource() throws Exception {
        damaged = "CompressionInfo.db";
        damage = bytes -> new String(bytes, StandardCharsets.ISO_8859_1)
                .replace("Compressor", "Compressox")
                .getBytes(StandardCharsets.ISO_8859_1);

        pull();

        assertThat(states())
                .contains(TransferSstable.State.EXCLUDED)
                .doesNotContain(TransferSstable.State.SOURCE_CORRUPT);
        assertThat(asked).hasSize(sstables.size());
        assertThat(run.stored().outcomes().view())
                .filteredOn(sstable -> sstable.state() == TransferSstable.State.EXCLUDED)
                .allSatisfy(sstable -> assertThat(sstable.reason()).contains("cannot be cut", "Compressox"));
    }

    /** The part that is there may be most of a large Data.db. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatMovesWholeIsStillThereAfterARestart(boolean together) throws Exception {
        bundles = together;
        lie = description -> description.sstable().endsWith("big")
                ? new SliceDescription(description.sstable(), Extent.WHOLE, description.parts(), null)
                : description;
        whenFetched = () -> run.pause();
        assertThatThrownBy(this::pull).isInstanceOf(TransferInterruptedException.class);
        Path part = selected(1).directory().resolve(name(1) + "-Data.db.part");
        Files.createDirectories(part.getParent());
        Files.write(part, new byte[] {1});
        whenFetched = () -> {};
        int described = asked.size();
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(run.stored().outcomes().staged(1).cut()).isFalse();
        assertThat(part).exists();
        if (!together) {
            assertThat(asked).hasSize(described);
        }
    }

    /** A build before recorded it as a part, and fetched it whole. */
    @Test
    void whatIsBesideASliceIsGoneOnceItIsCut() throws Exception {
        bundles = false;
        whenFetched = () -> run.pause();
        assertThatThrownBy(this::pull).isInstanceOf(TransferInterruptedException.class);
        Path description = SliceDirectory.of(selected(0)).path().resolve("description.json");
        String recorded = Files.readString(description);
        assertThat(recorded).contains("\"extent\"");
        Files.writeString(description, recorded.replaceAll("\"extent\"\\s*:\\s*\"PART\"\\s*,", ""));
        assertThat(Files.readString(description)).doesNotContain("extent");
        Files.write(selected(0).directory().resolve(name(0) + "-Data.db.part"), new byte[] {1});
        whenFetched = () -> {};
        int described = asked.size();
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(asked).hasSize(described);
        SelectedSstable staged = run.stored().outcomes().staged(0);
        assertThat(files(staged.directory())).hasSize(staged.components().size());
    }

    /** It may have been cut by another description. */
    @Test
    void whatWasCutIsNotTakenForTheWhole() throws Exception {
        pull();
        SelectedSstable cut = run.stored().outcomes().staged(0);
        Files.delete(cut.file(cut.components().get(0)));
        List<String> left = new ArrayList<>();
        lie = description -> description.sstable().equals(name(0))
                ? new SliceDescription(name(0), Extent.WHOLE, description.parts(), null)
                : description;
        onceFetching = request -> {
            if (request.destination().startsWith(cut.directory())) {
                left.addAll(files(cut.directory()));
            }
        };
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(run.stored().outcomes().staged(0).cut()).isFalse();
        assertThat(left).isEmpty();
        assertThat(SliceDirectory.of(selected(0)).record()).doesNotExist();
    }

    @Test
    void damagedBytesAreFetchedOnceMore() throws Exception {
        damage = once(SlicedPullTest::flipped);

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(fetched.stream().filter(file -> file.endsWith("Data.db"))).hasSize(sstables.size() + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Data.db", "Statistics.db"})
    void whatStaysDamagedIsCorruptAtItsSource(String component) throws Exception {
        damaged = component;
        damage = SlicedPullTest::flipped;

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.SOURCE_CORRUPT);
        assertThat(run.stored().outcomes().get(0).reason()).contains(name(0), component);
        assertThat(asked).hasSize(2 * sstables.size());
    }

    @Test
    void aWrongDescriptionIsAskedForAgainAndThenBlamesTheSource() throws Exception {
        lie = description -> new SliceDescription(description.sstable(), Extent.PART, null, null);

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.SOURCE_CORRUPT);
        assertThat(run.stored().outcomes().get(0).reason()).contains("description");
        assertThat(asked).hasSize(2 * sstables.size());
    }

    @Test
    void anAnswerThatLeavesSomeOutIsAskedForTheRest() throws Exception {
        answered = 1;

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
    }

    @Test
    void aSourceThatDoesNotAnswerIsAskedAgain() throws Exception {
        unreachable = 2;

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
    }

    @Test
    void aSourceThatRefusesFailsTheTransfer() {
        lie = description -> {
            throw new ProblemException(ProblemType.PEER_FAILED, "no lease");
        };

        assertThatThrownBy(this::pull)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_FAILED))
                .hasMessageContaining("no lease");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasCutIsNotAskedForAgain(boolean together) throws Exception {
        bundles = together;
        pull();
        asked.clear();
        fetched.clear();
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(asked).isEmpty();
        assertThat(fetched).isEmpty();
    }

    @Test
    void whatWasCutToOtherRangesIsCutAnew() throws Exception {
        pull();
        asked.clear();
        ranges = ranges.subList(1, ranges.size());
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(asked).hasSize(sstables.size());
    }

    @Test
    void aFileThatIsGoneFromStagingIsCutAnew() throws Exception {
        pull();
        SelectedSstable staged = run.stored().outcomes().staged(0);
        Files.delete(staged.file(staged.components().get(0)));
        asked.clear();
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(asked).containsExactly(name(0));
    }

    /** Small ones may not have been durable. */
    @Test
    void aSmallSliceThatWasTornIsCutAnew() throws Exception {
        pull();
        SelectedSstable staged = run.stored().outcomes().staged(0);
        Path file = staged.file(staged.components().get(0));
        Files.write(file, flipped(read(file)));
        asked.clear();
        begin();

        pull();

        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(asked).containsExactly(name(0));
    }

    @Test
    void whatCannotBecomeDurableIsNotFetched() {
        forcing = new FakeForcing(true);

        assertThatThrownBy(this::pull).isInstanceOf(LocalDiskException.class);

        assertThat(states()).doesNotContain(TransferSstable.State.FETCHED);
        asked.clear();
        forcing = new FakeForcing(false);
        begin();
        assertThatNoException().isThrownBy(this::pull);
        assertThat(asked).isNotEmpty();
    }

    private record FakeForcing(boolean fails) implements Forcing {
        @Override
        public void expect(Path directory) {}

        @Override
        public void force(Collection<Received> received) throws IOException {
            if (fails) {
                throw new IOException("the disk is broken");
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void aPauseStopsItAndWhatIsDescribedIsNotAskedForAgain() throws Exception {
        bundles = false;
        whenFetched = () -> run.pause();

        assertThatThrownBy(this::pull).isInstanceOf(TransferInterruptedException.class);

        whenFetched = () -> {};
        int described = asked.size();
        begin();
        pull();
        assertThat(states()).containsOnly(TransferSstable.State.FETCHED);
        assertThat(asked).hasSize(described);
    }

    private List<TransferSstable.State> states() {
        return run.stored().outcomes().view().stream()
                .map(TransferSstable::state)
                .toList();
    }

    private void pull() throws TransferInterruptedException {
        StoredTransfer stored = run.stored();
        FakeSource source = new FakeSource(
                request -> CompletableFuture.completedFuture(fetch(request)),
                !bundles
                        ? null
                        : requests -> CompletableFuture.completedFuture(new BundleResult(
                                requests.stream()
                                        .map(each -> fetch(each.request()))
                                        .toList(),
                                null)),
                failed -> false,
                this::describe);
        PullTask task = new PullTask(
                stored.outcomes(),
                stored.restartProgress(),
                List.of(new PullTask.PulledSource(source, "tag")),
                null,
                ThrottleChain.unlimited(),
                null,
                (sstable, component) -> arrived.add(sstable + " " + component.name()));
        new PullPhase(
                        retryFor,
                        () -> new Unforced(forcing, Runnable::run, System::nanoTime, nanos -> {}),
                        threads,
                        steady,
                        new Random(1))
                .pull(task, run);
    }

    private synchronized List<SliceDescription> describe(List<String> names) {
        if (unreachable-- > 0) {
            throw new ProblemException(ProblemType.PEER_UNREACHABLE, "no answer");
        }
        List<String> first = names.subList(0, Math.min(answered, names.size()));
        asked.addAll(first);
        return first.stream()
                .map(name -> lie.apply(described(sstables.stream()
                        .map(sstable -> sstable.descriptor().toString())
                        .toList()
                        .indexOf(name))))
                .toList();
    }

    private SliceDescription described(int index) {
        ReadableSstable sstable = sstables.get(index);
        TokenRanges wanted =
                TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
        return SliceDescriber.describe(
                new SstableFiles(
                        sstable.directory(),
                        sstable.descriptor(),
                        sstable.components().stream().map(Component::name).collect(Collectors.toSet()),
                        read(sstable.path("Data.db")).length),
                wanted);
    }

    private FetchResult fetch(ComponentRequest request) {
        fetched.add(request.sstable() + " " + request.component());
        try {
            FirstFetch first = onceFetching;
            first.of(request);
            if (first != NOTHING && !request.destination().toString().contains(".slice")) {
                onceFetching = NOTHING;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ReadableSstable sstable = sstables.stream()
                .filter(one -> one.descriptor().toString().equals(request.sstable()))
                .findFirst()
                .orElseThrow();
        byte[] bytes = read(sstable.path(request.component()));
        if (request.excerpt() != null) {
            ByteArrayOutputStream excerpt = new ByteArrayOutputStream();
            for (ByteRange range : request.excerpt().ranges().ranges()) {
                excerpt.write(bytes, (int) range.from(), (int) range.length());
            }
            bytes = excerpt.toByteArray();
        }
        if (request.component().equals(damaged)) {
            bytes = damage.apply(bytes);
        }
        try {
            Files.write(request.destination(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        request.progress().accept(bytes.length);
        whenFetched.run();
        return new FetchResult.Fetched(bytes.length, 0);
    }

    private static byte[] flipped(byte[] bytes) {
        byte[] wrong = bytes.clone();
        wrong[wrong.length / 2] ^= 1;
        return wrong;
    }

    private static UnaryOperator<byte[]> once(UnaryOperator<byte[]> first) {
        boolean[] done = {false};
        return bytes -> {
            byte[] result = done[0] ? bytes : first.apply(bytes);
            done[0] = true;
            return result;
        };
    }

    private static List<String> files(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
