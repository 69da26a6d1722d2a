/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.ThrottleChain;
import java.io.IOException;
import java.net.InetSocketAddress;
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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls every component of a plan into staging. A component whose bytes are not those of the manifest is fetched once
 * more; then, or at once where the source's own disk is to blame, its SSTable is corrupt at the source. A source that is away is asked again, with growing pauses, for as long
 * as the settings allow. Small components are asked for many at a time, where the source can do that.
 *
 * <p>Threading: the worker's thread alone decides; the fetcher's threads only put results into a queue, which holds at
 * most one entry for each connection.
 */
final class PullPhase {
    private static final Logger LOG = LoggerFactory.getLogger(PullPhase.class);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int TRIES_OF_A_MISMATCH = 2;

    /** Failures of an exchange, not of finding the peer: something may be in the way of requests for many. */
    private static final Set<FetchResult.Reason> EXCHANGED =
            Set.of(FetchResult.Reason.CONNECTION_LOST, FetchResult.Reason.TIMED_OUT);

    private static final Set<FetchResult.Reason> LOCAL =
            Set.of(FetchResult.Reason.DISK_FULL, FetchResult.Reason.LOCAL_IO);

    /** All that was imported, or tried to be, too: an import that broke off can leave others to be pulled again. */
    private static final Set<TransferSstable.State> CAME_EARLIER =
            Set.of(TransferSstable.State.FETCHED, TransferSstable.State.IMPORTED, TransferSstable.State.NOT_IMPORTED);

    /**
     * What fetches.
     *
     * @param one one file
     * @param many small files of one source together
     */
    record Fetcher(
            Function<FetchRequest, CompletableFuture<FetchResult>> one,
            Function<List<BundleEntry>, CompletableFuture<BundleResult>> many) {}

    /**
     * Where a source's data plane is, as the peer policy allowed it.
     *
     * @param bundles whether it answers requests for many components
     */
    record DataPlane(InetSocketAddress address, boolean bundles) {}

    /** What was under way with a source, and the result of each that has one. */
    private record Done(SourceQueue source, List<SourceQueue.Work> works, BundleResult result) {}

    private record One(SourceQueue source, SourceQueue.Work work) {}

    private final TransferRun run;
    private final SstableOutcomes outcomes;
    private final ProgressCounter progress;
    private final Fetcher fetcher;
    private final PullRequests requests;
    private final Duration retryFor;
    private final Clock clock;
    private final List<SourceQueue> sources = new ArrayList<>();
    private final BlockingQueue<Done> results = new LinkedBlockingQueue<>();
    private final Set<CompletableFuture<?>> inFlight = new HashSet<>();

    /** Components to come of each SSTable of the plan. */
    private final int[] left;

    private final BitSet withDirectory = new BitSet();
    private final Map<SourceQueue.Work, Integer> mismatches = new HashMap<>();

    /**
     * @param dataPlanes of the sources, in their order
     * @param pace all of the transfer is one flow in it
     */
    PullPhase(
            TransferRun run,
            List<DataPlane> dataPlanes,
            Fetcher fetcher,
            ThrottleChain pace,
            TransferSettings settings,
            Clock clock,
            RandomGenerator random) {
        this.run = run;
        this.outcomes = run.outcomes();
        this.fetcher = fetcher;
        this.progress = run.countAnew();
        this.requests = new PullRequests(outcomes, progress);
        this.left = new int[outcomes.plan().sstables().size()];
        this.retryFor = settings.retryFor();
        this.clock = clock;
        Integer asked = run.record().request().connectionsPerSource();
        int connections = asked == null ? settings.connections() : asked;
        List<PinnedSource> pinned = run.record().sources();
        for (int i = 0; i < pinned.size(); i++) {
            DataPlane dataPlane = dataPlanes.get(i);
            sources.add(new SourceQueue(
                    pinned.get(i), dataPlane.address(), dataPlane.bundles(), connections, pace, new Backoff(random)));
        }
    }

    void pull() throws TransferInterruptedException {
        CAME_EARLIER.stream().flatMap(state -> outcomes.inState(state).stream()).forEach(this::countEarlier);
        outcomes.inState(TransferSstable.State.PLANNED).forEach(this::enqueue);
        try {
            while (sources.stream().anyMatch(SourceQueue::isUnfinished)) {
                run.checkInterrupted();
                sources.forEach(this::start);
                Done done = next();
                if (done != null) {
                    finished(done);
                }
            }
        } finally {
            inFlight.forEach(fetch -> fetch.cancel(true));
        }
        run.checkpoint();
    }

    /** A process that ended between the last file and the import has left it complete. */
    private void countEarlier(int index) {
        PlannedSstable sstable = outcomes.plan().sstables().get(index);
        progress.found(sstable.bytes());
        sstable.components().forEach(component -> progress.fileDone());
    }

    private void enqueue(int index) {
        PlannedSstable sstable = outcomes.plan().sstables().get(index);
        sources.get(sstable.source()).add(index, sstable.components());
        left[index] = sstable.components().size();
    }

    private void start(SourceQueue source) {
        Instant now = clock.instant();
        for (SourceQueue.Work work = source.take(now); work != null; work = source.take(now)) {
            startOne(source, work);
        }
        for (List<SourceQueue.Work> bundle = source.takeBundle(now);
                !bundle.isEmpty();
                bundle = source.takeBundle(now)) {
            startMany(source, bundle);
        }
    }

    private void startOne(SourceQueue source, SourceQueue.Work work) {
        makeDirectory(work);
        String content = work.component().content();
        if (content != null) {
            place(work, content);
            FetchResult there = new FetchResult.AlreadyThere(work.component().bytes());
            results.add(new Done(source, List.of(work), BundleResult.of(there)));
            return;
        }
        CompletableFuture<FetchResult> fetch = fetcher.one().apply(requests.one(source, work));
        inFlight.add(fetch);
        CompletableFuture<FetchResult> unused = fetch.whenComplete((result, failure) -> results.add(
                new Done(source, List.of(work), BundleResult.of(failure == null ? result : broken(work, failure)))));
    }

    /** As work is taken, not before: there can be 50,000 of them. */
    private void makeDirectory(SourceQueue.Work work) {
        PlannedSstable sstable = outcomes.plan().sstables().get(work.sstable());
        if (withDirectory.get(work.sstable())) {
            return;
        }
        try {
            Files.createDirectories(sstable.directory());
            withDirectory.set(work.sstable());
        } catch (IOException e) {
            throw localFailure(sstable, e);
        }
    }

    private void place(SourceQueue.Work work, String content) {
        PlannedSstable sstable = outcomes.plan().sstables().get(work.sstable());
        Path file = sstable.file(work.component());
        try {
            if (!Files.exists(file)) {
                InlineComponent.write(file, work.component(), content);
                requests.cameInline(work);
            }
        } catch (IOException e) {
            throw localFailure(sstable, e);
        }
    }

    private void startMany(SourceQueue source, List<SourceQueue.Work> works) {
        works.forEach(this::makeDirectory);
        CompletableFuture<BundleResult> fetch = fetcher.many()
                .apply(works.stream().map(work -> requests.entry(source, work)).toList());
        inFlight.add(fetch);
        CompletableFuture<BundleResult> unused = fetch.whenComplete((result, failure) -> results.add(
                new Done(source, works, failure == null ? result : BundleResult.of(broken(works.get(0), failure)))));
    }

    /** A defect of ours, and not a reason to wait for ever. */
    private static FetchResult broken(SourceQueue.Work work, Throwable failure) {
        return new FetchResult.Failed(
                FetchResult.Reason.LOCAL_IO,
                "the fetch of " + work.component().name() + " broke off: " + failure,
                null,
                failure);
    }

    private @Nullable Done next() throws TransferInterruptedException {
        try {
            return results.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
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
        if (result instanceof FetchResult.Fetched || result instanceof FetchResult.AlreadyThere) {
            arrived(done);
        } else if (result instanceof FetchResult.Mismatch mismatch) {
            mismatched(done, mismatch);
        } else if (result instanceof FetchResult.Failed failed) {
            done.source().addAlone(done.work());
            failed(done.source(), failed);
        }
    }

    /**
     * What did not come with the others. That at which the bundle broke is fetched alone, which tells why; and all are,
     * where asking for many was no use.
     */
    private void missed(Done done, List<SourceQueue.Work> missing) {
        missing.forEach(requests::forget);
        FetchResult.Failed failure = done.result().failure();
        boolean useless = failure == null
                || !failure.reason().retryable()
                || (missing.size() == done.works().size() && EXCHANGED.contains(failure.reason()));
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
            LOG.info("{} {}; fetching one by one what did not come", run.id(), failure.message());
        }
    }

    private void arrived(One done) {
        if (done.source().recovered()) {
            run.goOn();
        }
        progress.found(done.work().component().bytes() - requests.forget(done.work()));
        progress.fileDone();
        int index = done.work().sstable();
        left[index]--;
        if (left[index] == 0 && outcomes.get(index).is(TransferSstable.State.PLANNED)) {
            outcomes.became(index, TransferSstable.State.FETCHED, null);
            LOG.debug(
                    "{} {} fetched",
                    run.id(),
                    outcomes.plan().sstables().get(index).name());
        }
    }

    private void mismatched(One done, FetchResult.Mismatch mismatch) {
        progress.discarded(-requests.forget(done.work()));
        int index = done.work().sstable();
        PlannedSstable sstable = outcomes.plan().sstables().get(index);
        String what = "%s-%s from %s: CRC32 %s (expected: %s)%s"
                .formatted(
                        sstable.name(),
                        done.work().component().name(),
                        done.source().source().hostId(),
                        mismatch.foundCrc32(),
                        mismatch.expectedCrc32(),
                        explanation(mismatch.fault()));
        boolean certain = mismatch.fault() == FetchResult.Fault.SOURCE_DISK;
        boolean fresh = mismatch.resumedBytes() == 0;
        outcomes.change(index, SstableOutcome::triedAgain);
        int tries = mismatches.merge(done.work(), 1, Integer::sum);
        if (certain || (fresh && tries >= TRIES_OF_A_MISMATCH)) {
            LOG.warn("{} {} is corrupt at its source, after {} tries", run.id(), what, tries);
            outcomes.became(index, TransferSstable.State.SOURCE_CORRUPT, what);
            done.source().drop(index);
        } else {
            LOG.warn("{} {}; fetching it again", run.id(), what);
            done.source().addAlone(done.work());
        }
    }

    private static String explanation(FetchResult.Fault fault) {
        return switch (fault) {
            case UNKNOWN -> "";
            case WIRE ->
                "; the source reads the right bytes from its disk, so they change on the way: look at the network";
            case SOURCE_DISK -> "; the source reads wrong bytes from its disk: look at that disk";
        };
    }

    private void failed(SourceQueue source, FetchResult.Failed failed) {
        FetchResult.Reason reason = failed.reason();
        if (reason == FetchResult.Reason.DISK_FULL || isFileSystems(failed)) {
            throw new LocalDiskException(failed.message(), reason == FetchResult.Reason.DISK_FULL, failed.cause());
        }
        if (!reason.retryable()) {
            throw new ProblemException(problem(reason), failed.message(), failed.cause());
        }
        boolean first = !source.isFailing();
        Duration away = source.failed(clock.instant(), failed.retryAfter());
        if (away.compareTo(retryFor) > 0) {
            throw new ProblemException(
                    ProblemType.PEER_UNREACHABLE,
                    failed.message() + "; tried for " + away.toSeconds()
                            + " s (transfers.retryFor). Start the transfer again when it is back: what was fetched"
                            + " under this id is kept for staging.retention",
                    failed.cause());
        }
        if (first) {
            LOG.warn("{} {}; trying again", run.id(), failed.message());
        }
        run.waits(Obstacle.peer(failed.message()), source.failures());
    }

    /** Rather than a defect of ours. */
    private static boolean isFileSystems(FetchResult.Failed failed) {
        return failed.reason() == FetchResult.Reason.LOCAL_IO && failed.cause() instanceof IOException;
    }

    private static ProblemType problem(FetchResult.Reason reason) {
        return reason == FetchResult.Reason.LOCAL_IO ? ProblemType.INTERNAL : ProblemType.PEER_FAILED;
    }

    private static LocalDiskException localFailure(PlannedSstable sstable, IOException cause) {
        Path place = sstable.directory();
        while (!Files.isDirectory(place) && place.getParent() != null) {
            place = place.getParent();
        }
        return LocalDiskException.at(place, "cannot stage " + sstable.name() + " below " + sstable.directory(), cause);
    }
}
