/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.ProblemType;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.StagedSlice;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.slice.NotSliceableException;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.slicing.DescribedSlice;
import io.idaeus.sidecar.slicing.RawFile;
import io.idaeus.sidecar.slicing.SliceDescriber;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.ProgressCounter;
import io.idaeus.sidecar.transfer.job.SstableOutcome;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.pull.SliceQuestions.Answer;
import io.idaeus.sidecar.transfer.pull.SliceQuestions.Question;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slices of a pull. Each is described by its source, fetched, and cut. Only some are begun and not cut yet, since what
 * is fetched for them takes space on the disk. For the worker's thread: what takes time runs on others.
 */
final class Slices {
    private static final Logger LOG = LoggerFactory.getLogger(Slices.class);
    private static final int DESCRIBED_TOGETHER = 64;

    // Begun and not cut, of one source. Two at least: one is fetched while the other is cut.
    private static final int LEAST_BEGUN = 2;

    private static final int MOST_BEGUN = 128;
    private static final long MOST_BYTES = 2L << 30;

    // Each is described, fetched and cut: some 200 bytes of the heap.
    private static final long MOST_RANGES = 100_000;

    private static final int TRIES = 2;

    /** The rest of the pull. */
    interface Pulling {
        /** Has these files fetched; {@link Slices#fetched} follows. */
        void fetch(SourceQueue source, List<SourceQueue.Work> works);

        /** All of the SSTable is wanted: it moves as it is. */
        void fetchWhole(SourceQueue source, int sstable);

        /** The slice is staged, but may not be durable: {@link Slices#durable} follows once it is. */
        void unforced(int sstable, StagedSlice slice);

        /** The slice is FETCHED. */
        void fetched(int sstable);

        /** The source has described slices. */
        void answered(SourceQueue source);

        /** A slice from this source of at most so many bytes becomes durable together with others. */
        long smallBytes(SourceQueue source);

        /** The source did not describe slices. */
        void failed(SourceQueue source, ProblemException failure);
    }

    /** From when it is to be described until it is cut. */
    private record Begun(
            SourceQueue source, SliceCut cut, @Nullable DescribedSlice slice, boolean small) {}

    private final String transfer;
    private final SliceTasks tasks;
    private final SstableOutcomes outcomes;
    private final ProgressCounter progress;
    private final Pulling pulling;

    private final Map<SourceQueue, Deque<Integer>> waiting = new HashMap<>();
    private final Map<SlicedTable, SliceCut.Ranges> ranges = new HashMap<>();
    private final Map<Integer, Begun> begun = new HashMap<>();
    /** The bytes and files that progress expects of an SSTable. */
    private record Expected(long bytes, int files) {}

    private final Map<Integer, Expected> expected = new HashMap<>();

    // Cut, and not durable yet.
    private final Map<Integer, StagedSlice> unforced = new HashMap<>();

    private final Map<Integer, Integer> failures = new HashMap<>();
    private final Set<SourceQueue> asked = new HashSet<>();

    Slices(String transfer, SliceTasks tasks, SstableOutcomes outcomes, ProgressCounter progress, Pulling pulling) {
        this.transfer = transfer;
        this.tasks = tasks;
        this.outcomes = outcomes;
        this.progress = progress;
        this.pulling = pulling;
    }

    void add(SourceQueue source, int sstable) {
        waiting.computeIfAbsent(source, unseen -> new ArrayDeque<>()).addLast(sstable);
    }

    boolean isUnfinished() {
        return !begun.isEmpty() || waiting.values().stream().anyMatch(indexes -> !indexes.isEmpty());
    }

    /** Has more of a source's slices described, where there is room. */
    void start(SourceQueue source, Instant now) {
        Deque<Integer> queue = waiting.getOrDefault(source, new ArrayDeque<>());
        if (queue.isEmpty() || asked.contains(source) || !source.mayBeAsked(now)) {
            return;
        }
        SlicedTable table = slicedTo(queue.getFirst());
        List<Question> batch = new ArrayList<>();
        while (!queue.isEmpty()
                && batch.size() < DESCRIBED_TOGETHER
                && hasRoom(source, table)
                && slicedTo(queue.getFirst()).equals(table)) {
            int index = queue.removeFirst();
            SliceCut cut = new SliceCut(
                    selected(index), ranges.computeIfAbsent(table, SliceCut.Ranges::of), pulling.smallBytes(source));
            begun.put(index, new Begun(source, cut, null, false));
            batch.add(new Question(index, selected(index).name(), cut));
        }
        if (!batch.isEmpty()) {
            asked.add(source);
            SliceQuestions questions = new SliceQuestions(source.source(), source.snapshot(), table);
            tasks.describe(
                    () -> questions.answers(batch),
                    answers -> {
                        asked.remove(source);
                        // One that is asked for again must not end the source's pauses, nor its retryFor.
                        if (answers.stream().anyMatch(Slices::brings)) {
                            pulling.answered(source);
                        }
                        answers.forEach(this::answered);
                    },
                    failure -> {
                        asked.remove(source);
                        batch.forEach(question -> again(question.sstable()));
                        notDescribed(source, batch, failure);
                    });
        }
    }

    private boolean hasRoom(SourceQueue source, SlicedTable table) {
        int count = 0;
        long bytes = 0;
        for (Map.Entry<Integer, Begun> each : begun.entrySet()) {
            if (each.getValue().source() == source) {
                count++;
                bytes += selected(each.getKey()).bytes();
            }
        }
        boolean fits = (begun.size() + 1L) * table.ranges().size() <= MOST_RANGES;
        return count < LEAST_BEGUN || (count < MOST_BEGUN && bytes < MOST_BYTES && fits);
    }

    private SelectedSstable selected(int index) {
        return outcomes.selection().sstables().get(index);
    }

    private SlicedTable slicedTo(int index) {
        return Objects.requireNonNull(outcomes.selection().slicedTo(selected(index)));
    }

    // Whether it is not merely asked for again.
    private static boolean brings(Answer answer) {
        SliceDescription description = answer.description();
        return description != null && !isUnreadableNow(description);
    }

    private static boolean isUnreadableNow(SliceDescription description) {
        SstableProblem problem = description.problem();
        return description.extent() == Extent.UNKNOWN
                && problem != null
                && problem.code().equals(Code.UNREADABLE_FILE.name());
    }

    // It is described once more, before others.
    private void again(int index) {
        Begun ended = end(index);
        waiting.computeIfAbsent(ended.source(), unseen -> new ArrayDeque<>()).addFirst(index);
    }

    private Begun end(int index) {
        return Objects.requireNonNull(begun.remove(index));
    }

    private void notDescribed(SourceQueue source, List<Question> batch, Throwable failure) {
        if (failure instanceof IOException disk) {
            throw LocalDiskException.at(
                    selected(batch.get(0).sstable()).directory(), "cannot record descriptions of slices", disk);
        }
        if (failure instanceof ProblemException known) {
            pulling.failed(source, known);
        } else {
            throw new IllegalStateException("slices of " + source.hostId() + " were not described", failure);
        }
    }

    private void answered(Answer answer) {
        int index = answer.question().sstable();
        SliceDirectory.Cut cut = answer.cut();
        SliceDescription description = answer.description();
        if (cut != null) {
            end(index);
            progress.found(selected(index).bytes());
            selected(index).components().forEach(component -> progress.fileDone());
            staged(index, cut);
        } else if (description == null) {
            again(index);
        } else {
            described(index, description);
        }
    }

    private void described(int index, SliceDescription description) {
        switch (description.extent()) {
            case NONE -> {
                if (wants(index, selected(index).firstToken())
                        || wants(index, selected(index).lastToken())) {
                    refused(
                            index,
                            "the source says that none of its keys are in the ranges, and its first or its last is");
                    return;
                }
                end(index);
                adjust(index, 0, 0);
                outcomes.change(
                        index,
                        outcome -> outcome.emptied(
                                StagedSlice.empty(selected(index)),
                                "none of its rows are in the ranges, so there is nothing to import"));
            }
            case WHOLE -> {
                if (!Objects.requireNonNull(begun.get(index)).cut().isKeyedByIndex()) {
                    // Only cutting reads the keys of BTI.
                    fetch(index, description.parts());
                    return;
                }
                Begun ended = end(index);
                long bytes = selected(index).components().stream()
                        .mapToLong(ManifestComponent::bytes)
                        .sum();
                adjust(index, bytes, selected(index).components().size());
                pulling.fetchWhole(ended.source(), index);
            }
            case PART -> fetch(index, description.parts());
            case UNKNOWN -> unreadable(index, description);
        }
    }

    private boolean wants(int index, long token) {
        return ranges.computeIfAbsent(slicedTo(index), SliceCut.Ranges::of)
                .wanted()
                .contains(token);
    }

    // As where a component that moves whole cannot be opened, or is gone.
    private void unreadable(int index, SliceDescription description) {
        SstableProblem problem = description.problem();
        String code = problem == null ? "" : problem.code();
        String detail = problem == null ? "" : problem.detail();
        SourceQueue source = Objects.requireNonNull(begun.get(index)).source();
        String why = source.hostId() + " cannot read " + selected(index).name() + ": " + detail;
        if (isUnreadableNow(description)) {
            // After the others, which may be readable.
            end(index);
            add(source, index);
            pulling.failed(source, new ProblemException(ProblemType.PEER_UNREACHABLE, why));
        } else if (code.equals(SliceDescriber.NOT_SLICEABLE)) {
            adjust(index, 0, 0);
            excluded(index, "its source says: " + detail);
        } else if (code.equals(Code.MISSING_COMPONENT.name())) {
            throw new ProblemException(
                    ProblemType.PEER_FAILED, why + "; its snapshot was changed outside the sidecar, take a new one");
        } else {
            corrupt(index, "the source cannot read it: " + detail);
        }
    }

    private void fetch(int index, @Nullable SliceParts parts) {
        Begun known = Objects.requireNonNull(begun.get(index));
        try {
            if (parts == null) {
                throw new SliceException("the source's description of the slice has no parts");
            }
            checkEnds(index, parts);
            DescribedSlice slice = known.cut().described(parts);
            begun.put(
                    index,
                    new Begun(known.source(), known.cut(), slice, known.cut().isSmall(parts)));
            List<SourceQueue.Work> works = works(index, slice);
            adjust(index, works.stream().mapToLong(SourceQueue.Work::bytes).sum(), works.size());
            pulling.fetch(known.source(), works);
        } catch (SliceException e) {
            refused(index, String.valueOf(e.getMessage()));
        }
    }

    // The manifest knows both ends.
    private void checkEnds(int index, SliceParts parts) throws SliceException {
        SelectedSstable sstable = selected(index);
        checkEnd(index, sstable.firstToken(), parts.firstKey());
        checkEnd(index, sstable.lastToken(), parts.lastKey());
    }

    private void checkEnd(int index, long token, String key) throws SliceException {
        if (wants(index, token) && DescribedSlice.token(key) != token) {
            throw new SliceException("the source's description of the slice lacks the key of token " + token
                    + ", which is in the ranges");
        }
    }

    private List<SourceQueue.Work> works(int index, DescribedSlice slice) throws SliceException {
        List<SourceQueue.Work> works = new ArrayList<>();
        for (RawFile file : slice.files()) {
            ManifestComponent component = selected(index)
                    .component(file.component())
                    .orElseThrow(() -> new SliceException("the manifest has no " + file.component()));
            works.add(new SourceQueue.Work(index, component, file));
        }
        return works;
    }

    // Replaces the estimate with what is fetched.
    private void adjust(int index, long bytes, int files) {
        Expected now = new Expected(bytes, files);
        Expected before = expected.put(index, now);
        if (before == null) {
            before = new Expected(
                    selected(index).bytes(), selected(index).components().size());
        }
        progress.expectMore(now.bytes() - before.bytes(), now.files() - before.files());
    }

    /** All that the slice is made from has arrived. */
    void fetched(int index) {
        Begun known = begun.get(index);
        DescribedSlice slice = known == null ? null : known.slice();
        if (known == null || slice == null) {
            return;
        }
        tasks.cut(
                threads -> known.cut().cut(slice, known.small(), threads),
                cut -> {
                    end(index);
                    staged(index, cut);
                },
                failure -> notCut(index, failure));
    }

    private void staged(int index, SliceDirectory.Cut cut) {
        if (cut.durable()) {
            finished(index, cut.slice());
        } else {
            unforced.put(index, cut.slice());
            pulling.unforced(index, cut.slice());
        }
    }

    /** The slice of the SSTable is durable now. */
    void durable(int index) {
        StagedSlice slice = unforced.remove(index);
        if (slice != null) {
            finished(index, slice);
        }
    }

    private void finished(int index, StagedSlice slice) {
        outcomes.change(index, outcome -> outcome.cutTo(slice));
        LOG.debug("{} {} fetched and cut", transfer, selected(index).name());
        pulling.fetched(index);
    }

    // As where the selection finds it out.
    private void excluded(int index, String why) {
        String reason = "spans tokens that are not wanted, and cannot be cut: " + why;
        LOG.warn("{} {} {}", transfer, selected(index).name(), reason);
        outcomes.became(index, TransferSstable.State.EXCLUDED, reason);
        drop(index);
    }

    // A parser that breaks off met bytes of the source.
    private void notCut(int index, Throwable failure) {
        if (failure instanceof NotSliceableException) {
            excluded(index, String.valueOf(failure.getMessage()));
            return;
        }
        if (failure instanceof SliceException
                || failure instanceof RuntimeException
                || (failure instanceof SstableException wrong && wrong.code() != Code.UNREADABLE_FILE)) {
            LOG.debug("{} {} cannot be cut", transfer, selected(index).name(), failure);
            refused(
                    index,
                    failure instanceof RuntimeException ? failure.toString() : String.valueOf(failure.getMessage()));
            return;
        }
        if (failure instanceof Error defect) {
            throw defect;
        }
        IOException disk = failure instanceof IOException io ? io : new IOException(failure);
        throw LocalDiskException.at(
                selected(index).directory(), "cannot cut " + selected(index).name(), disk);
    }

    private void refused(int index, String why) {
        if (failures.merge(index, 1, Integer::sum) >= TRIES) {
            corrupt(index, why);
            return;
        }
        Begun known = Objects.requireNonNull(begun.get(index));
        outcomes.change(index, SstableOutcome::retried);
        LOG.warn("{} {}; fetching it again", transfer, described(index, why));
        tasks.describe(
                () -> {
                    known.cut().directory().clear();
                    return Optional.empty();
                },
                cleared -> again(index),
                failure -> notCut(index, failure));
    }

    private void corrupt(int index, String why) {
        outcomes.change(index, SstableOutcome::retried);
        String what = described(index, why);
        LOG.warn("{} {}; it is corrupt at its source", transfer, what);
        outcomes.became(index, TransferSstable.State.SOURCE_CORRUPT, what);
        drop(index);
    }

    private String described(int index, String why) {
        return "a slice of " + selected(index).name() + " from "
                + selected(index).sourceHostId() + ": " + why;
    }

    /** The SSTable does not come: what was fetched of it goes. */
    void drop(int index) {
        if (begun.containsKey(index)) {
            SliceCut cut = end(index).cut();
            tasks.describe(
                    () -> {
                        cut.directory().clear();
                        return Optional.empty();
                    },
                    cleared -> {},
                    failure -> LOG.warn("{}: cannot be deleted", cut.directory().path(), failure));
        }
    }
}
