/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.Series;
import io.idaeus.sidecar.wire.ComponentPath;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls every component of a plan into staging. A component whose bytes are not those of the manifest is fetched once
 * more; then, or at once where the source's own disk is to blame, its SSTable is corrupt at the source. A source that is away is asked again, with growing pauses, for as long
 * as the settings allow.
 *
 * <p>Threading: the worker's thread alone decides; the fetcher's threads only put results into a queue, which holds at
 * most one entry for each connection.
 */
final class PullPhase {
    private static final Logger LOG = LoggerFactory.getLogger(PullPhase.class);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int TRIES_OF_A_MISMATCH = 2;

    private record Done(SourceQueue source, SourceQueue.Work work, FetchResult result) {}

    private final TransferRun run;
    private final Fates fates;
    private final Function<FetchRequest, CompletableFuture<FetchResult>> fetcher;
    private final Duration retryFor;
    private final Clock clock;
    private final List<SourceQueue> sources = new ArrayList<>();
    private final BlockingQueue<Done> results = new LinkedBlockingQueue<>();
    private final Set<CompletableFuture<FetchResult>> inFlight = new HashSet<>();

    /** What the fetches of a component have told so far: it may take several, each going on where the last one ended. */
    private final Map<SourceQueue.Work, LongAdder> told = new HashMap<>();

    private final Map<Integer, Integer> left = new HashMap<>();
    private final Map<SourceQueue.Work, Integer> mismatches = new HashMap<>();

    /**
     * @param dataPlanes where each source's data plane is, as the peer policy allowed it
     * @param pace all of the transfer is one flow in it
     */
    PullPhase(
            TransferRun run,
            List<InetSocketAddress> dataPlanes,
            Function<FetchRequest, CompletableFuture<FetchResult>> fetcher,
            Series pace,
            TransferSettings settings,
            Clock clock,
            RandomGenerator random) {
        this.run = run;
        this.fates = run.fates();
        this.fetcher = fetcher;
        this.retryFor = settings.retryFor();
        this.clock = clock;
        Integer asked = run.record().request().connections();
        int connections = asked == null ? settings.connections() : asked;
        List<PinnedSource> pinned = run.record().sources();
        for (int i = 0; i < pinned.size(); i++) {
            sources.add(new SourceQueue(pinned.get(i), dataPlanes.get(i), connections, pace, new Backoff(random)));
        }
    }

    void pull() throws InterruptedTransfer {
        fates.with(TransferSstable.Fate.FETCHED).forEach(this::countEarlier);
        fates.with(TransferSstable.Fate.PLANNED).forEach(this::enqueue);
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
        if (run.record().request().onCorrupt() != TransferRequest.CorruptPolicy.CONTINUE) {
            fates.holdBackOverlaps();
        }
        run.checkpoint();
    }

    /** A process that ended between the last file and the import has left it complete. */
    private void countEarlier(int index) {
        PlannedSstable sstable = fates.plan().sstables().get(index);
        run.progress().found(sstable.bytes());
        sstable.components().forEach(component -> run.progress().fileDone());
    }

    private void enqueue(int index) {
        PlannedSstable sstable = fates.plan().sstables().get(index);
        try {
            Files.createDirectories(sstable.directory());
            int wanted = 0;
            for (ManifestComponent component : sstable.components()) {
                if (component.content() != null) {
                    placeInline(sstable, component, component.content());
                } else {
                    sources.get(sstable.source()).add(new SourceQueue.Work(index, component));
                    wanted++;
                }
            }
            left.put(index, wanted);
        } catch (IOException e) {
            throw localFailure("cannot stage " + sstable.name() + " below " + sstable.directory(), e);
        }
    }

    private void placeInline(PlannedSstable sstable, ManifestComponent component, String content) throws IOException {
        if (!Files.exists(sstable.file(component))) {
            InlineComponent.write(sstable.file(component), component, content);
        }
        run.progress().cameInline(component.bytes());
        run.progress().fileDone();
    }

    private void start(SourceQueue source) {
        SourceQueue.Work work = source.take(clock.instant());
        while (work != null) {
            SourceQueue.Work started = work;
            CompletableFuture<FetchResult> fetch = fetcher.apply(request(source, started));
            inFlight.add(fetch);
            CompletableFuture<FetchResult> unused = fetch.whenComplete((result, failure) ->
                    results.add(new Done(source, started, failure == null ? result : broken(started, failure))));
            work = source.take(clock.instant());
        }
    }

    /** A defect of ours, and not a reason to wait for ever. */
    private static FetchResult broken(SourceQueue.Work work, Throwable failure) {
        return new FetchResult.Failed(
                FetchResult.Reason.LOCAL_IO,
                "the fetch of " + work.component().name() + " broke off: " + failure,
                null,
                failure);
    }

    private FetchRequest request(SourceQueue source, SourceQueue.Work work) {
        PlannedSstable sstable = fates.plan().sstables().get(work.sstable());
        ManifestComponent component = work.component();
        ComponentPath path = new ComponentPath(
                source.source().snapshot(),
                sstable.table().keyspace(),
                sstable.table().table(),
                sstable.name(),
                component.name());
        LongAdder bytesTold = told.computeIfAbsent(work, unseen -> new LongAdder());
        return new FetchRequest(
                source.dataPlane(),
                path,
                component.bytes(),
                Integer.parseUnsignedInt(component.crc32(), 16),
                sstable.file(component),
                bytes -> {
                    bytesTold.add(bytes);
                    run.progress().received(bytes);
                },
                source.lanes());
    }

    private @Nullable Done next() throws InterruptedTransfer {
        try {
            return results.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedTransfer(true);
        }
    }

    private void finished(Done done) {
        inFlight.removeIf(CompletableFuture::isDone);
        done.source().ended();
        if (done.result() instanceof FetchResult.Fetched || done.result() instanceof FetchResult.AlreadyThere) {
            arrived(done);
        } else if (done.result() instanceof FetchResult.Mismatch mismatch) {
            mismatched(done, mismatch);
        } else if (done.result() instanceof FetchResult.Failed failed) {
            failed(done, failed);
        }
    }

    private void arrived(Done done) {
        if (done.source().recovered()) {
            run.change(TransferEdit::goingOn);
        }
        run.progress().found(done.work().component().bytes() - forget(done.work()));
        run.progress().fileDone();
        int index = done.work().sstable();
        if (left.merge(index, -1, Integer::sum) == 0 && fates.get(index).is(TransferSstable.Fate.PLANNED)) {
            fates.became(index, TransferSstable.Fate.FETCHED, null);
            LOG.debug(
                    "{} {} fetched",
                    run.id(),
                    fates.plan().sstables().get(index).name());
        }
    }

    /** What this run's fetches of the component have told: all of it but what an earlier run had staged. */
    private long forget(SourceQueue.Work work) {
        LongAdder bytes = told.remove(work);
        return bytes == null ? 0 : bytes.sum();
    }

    private void mismatched(Done done, FetchResult.Mismatch mismatch) {
        run.progress().discarded(-forget(done.work()));
        int index = done.work().sstable();
        PlannedSstable sstable = fates.plan().sstables().get(index);
        String what = "%s-%s from %s: CRC32 %08x (expected: %08x)%s"
                .formatted(
                        sstable.name(),
                        done.work().component().name(),
                        done.source().source().hostId(),
                        mismatch.foundCrc32(),
                        mismatch.expectedCrc32(),
                        explanation(mismatch.fault()));
        boolean certain = mismatch.fault() == FetchResult.Fault.SOURCE_DISK;
        boolean fresh = mismatch.resumedBytes() == 0;
        fates.change(index, Fate::triedAgain);
        int tries = mismatches.merge(done.work(), 1, Integer::sum);
        if (certain || (fresh && tries >= TRIES_OF_A_MISMATCH)) {
            LOG.warn("{} {} is corrupt at its source, after {} tries", run.id(), what, tries);
            fates.became(index, TransferSstable.Fate.SOURCE_CORRUPT, what);
            done.source().drop(index);
        } else {
            LOG.warn("{} {}; fetching it again", run.id(), what);
            done.source().add(done.work());
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

    private void failed(Done done, FetchResult.Failed failed) {
        FetchResult.Reason reason = failed.reason();
        if (!reason.retryable()) {
            throw new ProblemException(problem(reason), failed.message(), failed.cause());
        }
        SourceQueue source = done.source();
        source.add(done.work());
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
        run.change(edit -> edit.waiting(failed.message(), source.failures()));
    }

    private static ProblemType problem(FetchResult.Reason reason) {
        return switch (reason) {
            case DISK_FULL -> ProblemType.INSUFFICIENT_STORAGE;
            case LOCAL_IO -> ProblemType.INTERNAL;
            default -> ProblemType.PEER_FAILED;
        };
    }

    private static ProblemException localFailure(String what, IOException cause) {
        return new ProblemException(ProblemType.INTERNAL, what + ": " + cause, cause);
    }
}
