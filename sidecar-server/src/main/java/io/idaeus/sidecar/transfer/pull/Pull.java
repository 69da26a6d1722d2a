/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Fetching;
import io.idaeus.sidecar.fetch.Unforced;
import io.idaeus.sidecar.filemode.FileModes;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.StagedSlice;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.ProgressCounter;
import io.idaeus.sidecar.transfer.job.SstableOutcome;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.source.FetchTerms;
import io.idaeus.sidecar.transfer.waiting.Backoff;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.SourcePatience;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pull of what is selected. A component that does not match the manifest is fetched once more; after that, or at
 * once where the source's disk or its manifest is to blame, its SSTable is SOURCE_CORRUPT. An unreachable source is retried with
 * growing pauses.
 *
 * <p>The worker's thread alone decides. The fetcher's threads only queue results, at most one for each connection.
 */
final class Pull {
    private static final Logger LOG = LoggerFactory.getLogger(Pull.class);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int TRIES_OF_A_MISMATCH = 2;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    // The peer was reached and the exchange failed: something may block requests for bundles.
    private static final Set<FetchResult.Reason> EXCHANGE_FAILED =
            Set.of(FetchResult.Reason.CONNECTION_LOST, FetchResult.Reason.TIMED_OUT);

    // Another fetch would bring the same bytes.
    private static final Set<FetchResult.Fault> CERTAIN =
            Set.of(FetchResult.Fault.SOURCE_DISK, FetchResult.Fault.MANIFEST);

    private static final Set<FetchResult.Reason> LOCAL =
            Set.of(FetchResult.Reason.DISK_FULL, FetchResult.Reason.LOCAL_IO);

    // Also what an import has seen: one that broke off can leave others to be pulled again.
    private static final Set<TransferSstable.State> CAME_EARLIER =
            Set.of(TransferSstable.State.FETCHED, TransferSstable.State.IMPORTED, TransferSstable.State.NOT_IMPORTED);

    /** A result from another thread. */
    private sealed interface Event {}

    private record Done(SourceQueue source, List<SourceQueue.Work> works, BundleResult result) implements Event {}

    /** The files that waited are durable, unless it failed. */
    private record Forced(FetchResult.@Nullable Failed failure) implements Event {}

    /** A step of a slice. */
    private record Then(Runnable step) implements Event {}

    private record One(SourceQueue source, SourceQueue.Work work) {}

    private final PhaseControl control;
    private final SstableOutcomes outcomes;
    private final ProgressCounter progress;
    private final PullTask.Arrivals arrivals;
    private final PullRequests requests;
    private final Clock steady;
    private final List<SourceQueue> sources;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Set<Fetching<?>> inFlight = new HashSet<>();

    // Components still to come, by the SSTable's index in the selection.
    private final int[] left;

    private final BitSet withDirectory = new BitSet();

    private final Unforced unforced;
    private final Slices slices;
    private final SliceTasks sliceTasks;

    // The SSTables with components in it: those that are not being forced yet, and those that are.
    private BitSet waiting = new BitSet();
    private BitSet forcing = new BitSet();

    private final Map<SourceQueue.Work, Integer> mismatches = new HashMap<>();

    Pull(
            PullTask task,
            PhaseControl control,
            Unforced unforced,
            SliceThreads threads,
            Duration retryFor,
            Clock steady,
            RandomGenerator random) {
        this.control = control;
        this.outcomes = task.outcomes();
        this.progress = task.progress();
        this.arrivals = task.arrivals();
        this.requests = new PullRequests(outcomes, progress);
        this.left = new int[outcomes.selection().sstables().size()];
        this.unforced = unforced;
        this.steady = steady;
        FetchTerms terms = new FetchTerms(
                control.id(),
                task.connections(),
                task.throttle(),
                task.compression(),
                (wire, plain) -> progress.compressed(plain, wire));
        this.sources = task.sources().stream()
                .map(each -> new SourceQueue(
                        each, each.source().fetcher(terms), new SourcePatience(retryFor, new Backoff(random))))
                .toList();
        this.sliceTasks = new SliceTasks(threads, step -> events.add(new Then(step)));
        this.slices = new Slices(control.id(), sliceTasks, outcomes, progress, pulling());
    }

    private Slices.Pulling pulling() {
        return new Slices.Pulling() {
            @Override
            public void fetch(SourceQueue source, List<SourceQueue.Work> works) {
                expectUnforced(works.get(0).sstable());
                source.fetcher()
                        .expect(works.stream()
                                .mapToLong(SourceQueue.Work::bytes)
                                .sum());
                left[works.get(0).sstable()] = works.size();
                works.forEach(source::add);
            }

            @Override
            public void fetchWhole(SourceQueue source, int sstable) {
                enqueueWhole(sstable);
            }

            @Override
            public void unforced(int sstable, StagedSlice slice) {
                expectUnforced(sstable);
                SelectedSstable staged = selected(sstable).cutTo(slice);
                staged.components().forEach(component -> unforced.add(staged.file(component), component.bytes()));
                unforced.add(SliceDirectory.of(staged).record(), 0);
                waiting.set(sstable);
            }

            @Override
            public void fetched(int sstable) {
                SelectedSstable staged = outcomes.staged(sstable);
                staged.components().forEach(component -> arrivals.arrived(sstable, component));
            }

            @Override
            public void answered(SourceQueue source) {
                if (source.patience().recovered()) {
                    control.clearWait();
                }
            }

            @Override
            public long smallBytes(SourceQueue source) {
                return unforced.canForce() ? source.smallBytes() : -1;
            }

            @Override
            public void failed(SourceQueue source, ProblemException failure) {
                Pull.this.failed(source, asked(failure));
            }
        };
    }

    // As a fetch would fail.
    private static FetchResult.Failed asked(ProblemException failure) {
        FetchResult.Reason reason = FetchResult.Reason.PROTOCOL;
        if (failure.type() == ProblemType.PEER_UNREACHABLE) {
            reason = failure.retryAfter() == null ? FetchResult.Reason.UNREACHABLE : FetchResult.Reason.PEER_BUSY;
        }
        return new FetchResult.Failed(reason, String.valueOf(failure.getMessage()), failure.retryAfter(), failure);
    }

    void run() throws TransferInterruptedException {
        CAME_EARLIER.stream().flatMap(state -> outcomes.inState(state).stream()).forEach(this::countEarlier);
        outcomes.inState(TransferSstable.State.PLANNED).forEach(this::enqueue);
        boolean complete = false;
        try {
            boolean unfinished = true;
            while (unfinished || !unforced.isEmpty()) {
                control.checkInterrupted();
                adapt();
                sources.forEach(this::start);
                unfinished = slices.isUnfinished() || sources.stream().anyMatch(SourceQueue::isUnfinished);
                force(!unfinished);
                Event event = unfinished || !unforced.isEmpty() ? next() : null;
                if (event instanceof Done done) {
                    finished(done);
                } else if (event instanceof Forced forced) {
                    forced(forced.failure());
                } else if (event instanceof Then then) {
                    then.step().run();
                }
            }
            complete = true;
        } finally {
            stopFetches();
            if (!complete) {
                forceRest();
            }
        }
    }

    private void adapt() {
        for (int i = 0; i < sources.size(); i++) {
            SourceQueue source = sources.get(i);
            source.fetcher().adapt(source.patience().isFailing());
            progress.connections(i, source.fetcher().connections());
        }
    }

    // Whatever arrived: the next pull could not tell what this one's disk did not take.
    private void forceRest() {
        FetchResult.Failed failure = unforced.finish();
        if (failure != null) {
            LOG.warn("{}: {}", control.id(), failure.message(), failure.cause());
            deleteUnforced();
        }
    }

    private void force(boolean last) {
        if (unforced.forceIfDue(last, failure -> events.add(new Forced(failure)))) {
            forcing = waiting;
            waiting = new BitSet();
        }
    }

    private void forced(FetchResult.@Nullable Failed failure) {
        unforced.ended();
        if (failure != null) {
            stopFetches();
            deleteUnforced();
            throw local(failure);
        }
        BitSet durable = forcing;
        forcing = new BitSet();
        durable.stream().forEach(this::completeIfDurable);
    }

    // Deletes the small files of every SSTable that may not be on the disk. Nobody else tells which are not.
    private void deleteUnforced() {
        for (int index : outcomes.inState(TransferSstable.State.PLANNED)) {
            SelectedSstable sstable = selected(index);
            sstable.components().stream()
                    .filter(sources.get(sstable.source())::isSmall)
                    .forEach(component -> delete(sstable.file(component)));
            if (sstable.slice() != null) {
                delete(SliceDirectory.of(sstable).record());
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{}: cannot be deleted", file, e);
        }
    }

    // A caller who cancels deletes the staging next, and one who begins again opens the same files.
    private void stopFetches() {
        stopSlices();
        inFlight.forEach(fetch -> fetch.cancel(true));
        CompletableFuture<?>[] ends = inFlight.stream().map(Fetching::over).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("{}: fetches did not stop within {} s; going on", control.id(), STOP_TIMEOUT.toSeconds(), e);
        }
    }

    private void stopSlices() {
        try {
            sliceTasks.stop(STOP_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            LOG.warn("{}: slices are still cut after {} s; going on", control.id(), STOP_TIMEOUT.toSeconds(), e);
        }
    }

    private void countEarlier(int index) {
        SelectedSstable sstable = selected(index);
        progress.found(sstable.bytes());
        sstable.components().forEach(component -> progress.fileDone());
    }

    private void enqueue(int index) {
        SelectedSstable sstable = selected(index);
        if (sstable.slice() == null) {
            enqueueWhole(index);
        } else {
            slices.add(sources.get(sstable.source()), index);
        }
    }

    private void enqueueWhole(int index) {
        SelectedSstable sstable = selected(index);
        SourceQueue source = sources.get(sstable.source());
        source.add(index, sstable.components());
        source.fetcher().expect(sstable.bytes());
        left[index] = sstable.components().size();
    }

    private SelectedSstable selected(int index) {
        return outcomes.selection().sstables().get(index);
    }

    private void start(SourceQueue source) {
        Instant now = steady.instant();
        slices.start(source, now);
        for (SourceQueue.Work work = source.take(now); work != null; work = source.take(now)) {
            startOne(source, work);
        }
        while (!unforced.isFull()) {
            List<SourceQueue.Work> bundle = source.takeBundle(now);
            if (bundle.isEmpty()) {
                return;
            }
            startBundle(source, bundle);
        }
    }

    private void startOne(SourceQueue source, SourceQueue.Work work) {
        makeDirectory(work);
        String content = work.component().content();
        if (content != null) {
            events.add(new Done(source, List.of(work), BundleResult.of(place(work, content))));
            return;
        }
        Fetching<FetchResult> fetch = source.fetcher().fetch(requests.one(source, work));
        inFlight.add(fetch);
        CompletableFuture<FetchResult> unused = fetch.whenComplete((result, failure) -> events.add(
                new Done(source, List.of(work), BundleResult.of(failure == null ? result : broken(work, failure)))));
    }

    private void makeDirectory(SourceQueue.Work work) {
        // As work is taken, not before: there can be 50,000 directories.
        SelectedSstable sstable = selected(work.sstable());
        if (work.raw() != null || withDirectory.get(work.sstable())) {
            return;
        }
        try {
            FileModes.createDirectories(sstable.directory());
            unforced.expect(sstable.directory());
            withDirectory.set(work.sstable());
        } catch (IOException e) {
            throw localFailure(sstable, e);
        }
    }

    private void expectUnforced(int index) {
        try {
            unforced.expect(selected(index).directory());
        } catch (IOException e) {
            throw localFailure(selected(index), e);
        }
    }

    private FetchResult place(SourceQueue.Work work, String content) {
        SelectedSstable sstable = selected(work.sstable());
        Path file = sstable.file(work.component());
        try {
            // Anew, even where it is there: a bundle may have left it, torn.
            FetchResult result = InlineComponent.write(file, work.component(), content);
            if (result instanceof FetchResult.Fetched) {
                requests.cameInline(work);
            }
            return result;
        } catch (IOException e) {
            throw localFailure(sstable, e);
        }
    }

    private void startBundle(SourceQueue source, List<SourceQueue.Work> works) {
        works.forEach(this::makeDirectory);
        Fetching<BundleResult> fetch = source.fetcher()
                .fetchTogether(works.stream()
                        .map(work -> requests.bundled(source, work))
                        .toList());
        inFlight.add(fetch);
        CompletableFuture<BundleResult> unused = fetch.whenComplete((result, failure) -> events.add(
                new Done(source, works, failure == null ? result : BundleResult.of(broken(works.get(0), failure)))));
    }

    private static FetchResult broken(SourceQueue.Work work, Throwable failure) {
        return new FetchResult.Failed(
                FetchResult.Reason.LOCAL_IO,
                "the fetch of " + work.component().name() + " broke off: " + failure,
                null,
                failure);
    }

    private @Nullable Event next() throws TransferInterruptedException {
        try {
            return events.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferInterruptedException(true);
        }
    }

    private void finished(Done done) {
        inFlight.removeIf(CompletableFuture::isDone);
        done.source().ended();
        List<SourceQueue.Work> missing = new ArrayList<>();
        for (int i = 0; i < done.works().size(); i++) {
            SourceQueue.Work work = done.works().get(i);
            FetchResult result = done.result().each().get(i);
            if (result == null) {
                missing.add(work);
            } else {
                finished(new One(done.source(), work), result);
            }
        }
        if (!missing.isEmpty()) {
            missed(done, missing);
        }
    }

    private void finished(One done, FetchResult result) {
        if (result instanceof FetchResult.Received) {
            // The files that a slice is made from need not be durable: the slice will be.
            if (done.work().raw() == null) {
                unforced.add(requests.file(done.work()), done.work().bytes());
                waiting.set(done.work().sstable());
            }
            arrived(done);
        } else if (result instanceof FetchResult.Fetched || result instanceof FetchResult.AlreadyThere) {
            arrived(done);
        } else if (result instanceof FetchResult.Mismatch mismatch) {
            mismatched(done, mismatch);
        } else if (result instanceof FetchResult.Failed failed) {
            done.source().addAlone(done.work());
            failed(done.source(), failed);
        }
    }

    // The component at which a bundle broke is fetched alone, which names the error; all are where bundles do not work.
    private void missed(Done done, List<SourceQueue.Work> missing) {
        missing.forEach(requests::forget);
        FetchResult.Failed failure = done.result().failure();
        boolean useless = failure == null
                || !failure.reason().retryable()
                || (missing.size() == done.works().size() && EXCHANGE_FAILED.contains(failure.reason()));
        done.source().addAlone(missing.get(0));
        for (SourceQueue.Work work : missing.subList(1, missing.size())) {
            if (useless) {
                done.source().addAlone(work);
            } else {
                done.source().add(work);
            }
        }
        if (failure != null && (failure.reason().retryable() || LOCAL.contains(failure.reason()))) {
            failed(done.source(), failure);
        } else if (failure != null) {
            LOG.info("{} fetches one by one what a bundle did not bring: {}", control.id(), failure.message());
        }
    }

    private void arrived(One done) {
        if (done.source().patience().recovered()) {
            control.clearWait();
        }
        progress.found(done.work().bytes() - requests.forget(done.work()));
        progress.fileDone();
        int index = done.work().sstable();
        left[index]--;
        if (done.work().raw() == null) {
            arrivals.arrived(index, done.work().component());
            completeIfDurable(index);
        } else if (left[index] == 0) {
            slices.fetched(index);
        }
    }

    private void completeIfDurable(int index) {
        boolean durable = left[index] == 0 && !waiting.get(index) && !forcing.get(index);
        if (durable) {
            slices.durable(index);
        }
        if (durable && outcomes.get(index).is(TransferSstable.State.PLANNED)) {
            outcomes.became(index, TransferSstable.State.FETCHED, null);
            LOG.debug("{} {} fetched", control.id(), selected(index).name());
        }
    }

    private void mismatched(One done, FetchResult.Mismatch mismatch) {
        progress.discarded(-requests.forget(done.work()));
        int index = done.work().sstable();
        String what = describe(done, mismatch);
        boolean certain = CERTAIN.contains(mismatch.fault());
        boolean fresh = mismatch.resumedBytes() == 0;
        outcomes.change(index, SstableOutcome::retried);
        int tries = mismatches.merge(done.work(), 1, Integer::sum);
        if (certain || (fresh && tries >= TRIES_OF_A_MISMATCH)) {
            LOG.warn("{} {} is corrupt at its source, after {} tries", control.id(), what, tries);
            outcomes.became(index, TransferSstable.State.SOURCE_CORRUPT, what);
            done.source().drop(index);
            slices.drop(index);
        } else {
            LOG.warn("{} {}; fetching it again", control.id(), what);
            done.source().addAlone(done.work());
        }
    }

    private String describe(One done, FetchResult.Mismatch mismatch) {
        return "%s-%s from %s: CRC32 %s (expected: %s)%s"
                .formatted(
                        selected(done.work().sstable()).name(),
                        done.work().component().name(),
                        done.source().hostId(),
                        mismatch.foundCrc32(),
                        mismatch.expectedCrc32(),
                        explanation(mismatch.fault()));
    }

    private static String explanation(FetchResult.Fault fault) {
        return switch (fault) {
            case UNKNOWN -> "";
            case WIRE ->
                "; the source reads the right bytes from its disk, so they are corrupted in transit: check the network";
            case SOURCE_DISK -> "; the source reads wrong bytes from its disk: check that disk";
            case MANIFEST ->
                "; the source's manifest carries these bytes itself and contradicts its own checksum: check the source's"
                        + " version, memory and disk";
        };
    }

    private void failed(SourceQueue source, FetchResult.Failed failed) {
        FetchResult.Reason reason = failed.reason();
        if (reason == FetchResult.Reason.DISK_FULL || isOfFileSystem(failed)) {
            throw local(failed);
        }
        if (!reason.retryable()) {
            throw new ProblemException(problem(reason), failed.message(), failed.cause());
        }
        if (!source.patience().isFailing() && source.fetcher().hasCaused(failed)) {
            LOG.info("{} fetches again what a further connection did not bring: {}", control.id(), failed.message());
            return;
        }
        SourcePatience patience = source.patience();
        boolean first = !patience.isFailing();
        Instant now = steady.instant();
        Duration unused = patience.failed(now, failed.retryAfter());
        if (patience.isOver(now)) {
            throw patience.over(now, failed.message(), failed.cause());
        }
        if (first) {
            LOG.warn("{} retries: {}", control.id(), failed.message());
        }
        control.reportWait(Obstacle.peer(failed.message()), patience.failures());
    }

    private static RuntimeException local(FetchResult.Failed failed) {
        boolean full = failed.reason() == FetchResult.Reason.DISK_FULL;
        return full || isOfFileSystem(failed)
                ? new LocalDiskException(
                        failed.message(),
                        full ? LocalDiskException.Kind.FULL : LocalDiskException.Kind.FAILED,
                        failed.cause())
                : new ProblemException(problem(failed.reason()), failed.message(), failed.cause());
    }

    // Rather than a defect of ours.
    private static boolean isOfFileSystem(FetchResult.Failed failed) {
        return failed.reason() == FetchResult.Reason.LOCAL_IO && failed.cause() instanceof IOException;
    }

    private static ProblemType problem(FetchResult.Reason reason) {
        return reason == FetchResult.Reason.LOCAL_IO ? ProblemType.INTERNAL : ProblemType.PEER_FAILED;
    }

    private static LocalDiskException localFailure(SelectedSstable sstable, IOException cause) {
        Path existing = sstable.directory();
        while (!Files.isDirectory(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return LocalDiskException.at(
                existing, "cannot stage " + sstable.name() + " below " + sstable.directory(), cause);
    }
}
