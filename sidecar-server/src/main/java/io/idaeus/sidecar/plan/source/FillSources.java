/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.FreshDrafts;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.TransferPart;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sources that fill a destination now: those of the plan, and others in the place of those that are missing, or
 * corrupt. A range is never merged from fewer sources than planned. For one attempt of a step. Not thread-safe.
 */
public final class FillSources {
    private final StepContext context;
    private final Replicas replicas;
    private final Set<String> missing;
    private final PassedRanges passed;
    private @Nullable Function<Set<String>, Draft> drafts;
    // By the host ids that no source may have.
    private final Map<Set<String>, Draft> again = new HashMap<>();
    // Sidecars of sources that are not the plan's, by host id; empty where none answers.
    private final Map<String, Optional<String>> others = new HashMap<>();

    FillSources(StepContext context, Replicas replicas) {
        this.context = context;
        this.replicas = replicas;
        this.passed = new PassedRanges(context);
        this.missing = Set.copyOf(replicas.missing());
    }

    /**
     * Empty where a range has no other source in the place of one that is missing or corrupt.
     *
     * @param used they may be used again; a plan cannot be drafted again once the dead node has left the ring
     */
    Optional<List<SourceRef>> of(TransferPart part, CorruptSources corrupt, UsedSources used) {
        Map<String, List<String>> ranges = new TreeMap<>();
        for (PlanRange range : part.ranges()) {
            List<String> sources = now(range, corrupt, used);
            if (sources.isEmpty()) {
                return Optional.empty();
            }
            sources.forEach(source ->
                    ranges.computeIfAbsent(source, key -> new ArrayList<>()).add(range.range()));
        }
        String cluster = context.plan().draft().sources().name();
        return Optional.of(ranges.entrySet().stream()
                .map(entry -> passed.source(entry.getKey(), cluster, entry.getValue())
                        .orElseGet(() -> new SourceRef(uri(entry.getKey()), entry.getKey(), cluster, entry.getValue())))
                .toList());
    }

    /** The ranges that have too few sources. */
    List<String> lacking(TransferPart part, UsedSources used) {
        return part.ranges().stream()
                .filter(range -> now(range, CorruptSources.NONE, used).isEmpty())
                .map(PlanRange::range)
                .toList();
    }

    // Empty where it has too few.
    private List<String> now(PlanRange range, CorruptSources corrupt, UsedSources used) {
        if (passed.isTaken(range)) {
            return List.of(passed.hostId(range));
        }
        Set<String> bad = corrupt.at(range);
        return lacksOne(range.sources(), bad) ? replaced(range, bad, used) : range.sources();
    }

    /** The fewest sources that a range of a keyspace is merged from by the plan. */
    public static int copies(StepContext context, String keyspace) {
        return context.ranges(keyspace).stream()
                .mapToInt(range -> range.sources().size())
                .min()
                .orElse(0);
    }

    private boolean lacksOne(List<String> sources, Set<String> bad) {
        return sources.stream().anyMatch(source -> missing.contains(source) || bad.contains(source));
    }

    // Empty where the range has too few.
    private List<String> replaced(PlanRange planned, Set<String> bad, UsedSources used) {
        if (!context.type().mayReplaceSources()) {
            return List.of();
        }
        Stream<List<String>> before = used.of(planned)
                .filter(sources -> sources.stream().allMatch(this::answers))
                .map(sources -> sources.stream()
                        .map(SourceRef::hostId)
                        .map(String::valueOf)
                        .toList());
        // Drafted only where it is needed.
        return Stream.<Supplier<Stream<List<String>>>>of(() -> before, () -> drafted(planned, bad))
                .flatMap(Supplier::get)
                .filter(sources -> sources.size() >= planned.sources().size() && !lacksOne(sources, bad))
                .findFirst()
                .orElse(List.of());
    }

    private Stream<List<String>> drafted(PlanRange planned, Set<String> bad) {
        return ranges(planAgain(bad), planned.keyspace()).stream()
                .filter(range -> range.range().equals(planned.range()))
                .map(PlanRange::sources);
    }

    private boolean answers(SourceRef source) {
        String hostId = String.valueOf(source.hostId());
        if (missing.contains(hostId)) {
            return false;
        }
        return replicas.sidecars().containsKey(hostId)
                || others.computeIfAbsent(hostId, key -> context.directory()
                                .beside(key, context.plan().draft().sources().name(), List.of(source.uri()))
                                .map(KnownSidecar::uri))
                        .isPresent();
    }

    // The same request, with the nodes that answer now, but for these.
    private Draft planAgain(Set<String> without) {
        return again.computeIfAbsent(without, this::draftWithout);
    }

    private Draft draftWithout(Set<String> hostIds) {
        try {
            if (drafts == null) {
                drafts = new FreshDrafts(context.directory())
                        .draftsWithout(context.plan().draft().request());
            }
            return drafts.apply(hostIds);
        } catch (ProblemException e) {
            if (e.type() != ProblemType.UNPROCESSABLE) {
                throw e;
            }
            // The dead node has left the ring: nothing can be planned for it any more.
            return context.plan().draft();
        }
    }

    private List<PlanRange> ranges(Draft draft, String keyspace) {
        return context.ranges(draft, keyspace);
    }

    private String uri(String hostId) {
        String found = replicas.sidecars().get(hostId);
        return found == null ? others.getOrDefault(hostId, Optional.empty()).orElseGet(() -> planned(hostId)) : found;
    }

    private String planned(String hostId) {
        return Stream.concat(
                        context.planned().sources().stream(),
                        again.values().stream()
                                .flatMap(draft -> draft.destinations().stream())
                                .map(PlanDestination::sources)
                                .flatMap(List::stream))
                .map(PlanSource::node)
                .filter(node -> node.hostId().equals(hostId))
                .map(PlanNode::sidecar)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    /** Whether a transfer pulls from an address where a source's sidecar is no more, although it answers elsewhere. */
    boolean haveMoved(List<SourceRef> sources) {
        return sources.stream().anyMatch(source -> hasMoved(String.valueOf(source.hostId()), source.uri()));
    }

    // It may answer at several addresses: then the transfer keeps its own.
    private boolean hasMoved(String hostId, String uri) {
        String found = replicas.sidecars().get(hostId);
        return found != null
                && !found.equals(uri)
                && context.directory()
                        .beside(hostId, context.plan().draft().sources().name(), List.of(uri))
                        .isEmpty();
    }

    /** Whether a transfer pulls from a source that is missing. */
    boolean areMissingIn(List<SourceRef> sources) {
        Set<String> used = sources.stream().map(SourceRef::hostId).collect(Collectors.toSet());
        return missing.stream().anyMatch(used::contains);
    }
}
