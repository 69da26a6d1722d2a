/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.ImportedSstables;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.SelectedTable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.Selector;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferBuilder;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.source.OwnedTokens;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.idaeus.sidecar.transfer.source.SourceLeases;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.transfer.source.SstableSources;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases and snapshots the sources, and selects from each page of their manifests as it arrives. Leases before it
 * snapshots, so that a crash between them leaves nothing behind. Keeps few pages in memory. Thread-safe.
 */
public final class SelectPhase {
    private static final Logger LOG = LoggerFactory.getLogger(SelectPhase.class);

    private final SstableSources sources;
    private final SourceLeases leases;
    private final DestinationFacts facts;
    private final Function<List<String>, ImportedSstables> imported;
    private final Clock clock;

    /** @param imported what transfers with these ids imported */
    public SelectPhase(
            SstableSources sources,
            SourceLeases leases,
            DestinationFacts facts,
            Function<List<String>, ImportedSstables> imported,
            Clock clock) {
        this.sources = sources;
        this.leases = leases;
        this.facts = facts;
        this.imported = imported;
        this.clock = clock;
    }

    /** @throws ProblemException PLAN_REFUSED where nothing can be staged */
    public void requireStaging() {
        facts.requireStaging();
    }

    /** @param pinning receives the pinned sources before anything is leased */
    public Selection select(SelectTask task, Consumer<List<PinnedSource>> pinning, PhaseControl control)
            throws TransferInterruptedException {
        TransferRequest request = task.request();
        Destination destination = facts.gather(request.tables(), task.transfer(), task.terms());
        Selection withoutSources =
                new Selector(task.transfer(), request, destination, List.of(), clock.instant()).selection();
        if (withoutSources.refused()) {
            return withoutSources;
        }
        List<SstableSource> contacted = contact(request, task.pinned());
        List<PinnedSource> pinned = pin(task, contacted, destination);
        pinning.accept(pinned);
        List<SourceOffer> offers = new ArrayList<>();
        List<PinnedSource> taken = new ArrayList<>();
        for (int i = 0; i < pinned.size(); i++) {
            control.checkInterrupted();
            PinnedSource source = pinned.get(i);
            Instant takenAt = secure(task, contacted.get(i), source);
            taken.add(source.takenAt(takenAt));
            Instant since = new SourceBase(contacted.get(i), source.base()).since(takenAt);
            offers.addAll(offers(i, contacted.get(i), source, source.ranges(), request.tables(), since));
        }
        pinning.accept(taken);
        return selected(task, destination, offers, 0, control::checkInterrupted);
    }

    private <E extends Exception> Selection selected(
            SelectTask task,
            Destination destination,
            List<SourceOffer> offers,
            int slicesBefore,
            SourceOffer.Between<E> between)
            throws E {
        List<Offer> known = offers.stream().map(SourceOffer::offer).toList();
        ClaimTerms terms = task.terms();
        ImportedSstables earlier = terms == null ? new ImportedSstables() : imported.apply(terms.since());
        Selector selector = new Selector(
                task.transfer(),
                task.request(),
                destination,
                known,
                // A plan names as many sources of a range as its rule asks for.
                terms != null,
                earlier,
                slicesBefore,
                clock.instant());
        for (TableRef table : task.request().tables()) {
            for (SourceOffer one : offers) {
                if (one.offer().table().equals(table)) {
                    one.addTo(selector, between);
                }
            }
        }
        return selector.selection();
    }

    /**
     * Selects what the source's pinned snapshot holds and is not selected yet. Empty where not all of it can move: then it
     * replaces nothing.
     *
     * @param extra more tokens to request
     */
    Optional<SelectionExtension> extend(
            SelectTask task, Selection selection, int source, TokenRanges extra, PhaseControl control)
            throws TransferInterruptedException {
        TransferRequest request = task.request();
        PinnedSource wider = task.pinned().get(source).alsoRequesting(extra);
        Destination destination = facts.gather(request.tables(), task.transfer(), task.terms());
        SstableSource contacted = sources.contact(wider);
        boolean slices = PartialOverlap.of(request) == PartialOverlap.SLICE
                && contacted.description().slices();
        // Only the rest of an SSTable moves that is cut already.
        List<String> requested =
                slices ? extra.ranges().stream().map(TokenRange::toString).toList() : wider.ranges();
        // Without the base: this node may have its SSTables of other ranges alone.
        List<SourceOffer> offers = offers(source, contacted, wider.withoutBase(), requested, request.tables(), null);
        Selection found = selected(task, destination, offers, selection.slices().size(), control::checkInterrupted);
        if (found.refused() || !found.excluded().isEmpty() || found.lacksRanges()) {
            LOG.warn(
                    "{} {} cannot replace corrupt SSTables of another source: {} SSTables are excluded; {}",
                    task.transfer(),
                    wider.uri(),
                    found.excluded().size(),
                    found.findings());
            return Optional.empty();
        }
        List<SelectedSstable> added = added(found, selection, source);
        if (!keepRepaired(found).containsAll(concerned(added, keepRepaired(selection)))) {
            LOG.warn(
                    "{} {} cannot replace corrupt SSTables of another source: some are part of a repair that has not ended",
                    task.transfer(),
                    wider.uri());
            return Optional.empty();
        }
        List<PinnedSource> pinned = new ArrayList<>(task.pinned());
        pinned.set(source, wider);
        return Optional.of(new SelectionExtension(added, found.slices(), List.copyOf(pinned)));
    }

    // The tables whose SSTables keep their repaired state.
    private static Set<TableRef> keepRepaired(Selection selection) {
        return selection.tables().stream()
                .filter(SelectedTable::keepRepaired)
                .map(SelectedTable::ref)
                .collect(Collectors.toSet());
    }

    private static Set<TableRef> concerned(List<SelectedSstable> sstables, Set<TableRef> of) {
        return sstables.stream()
                .map(SelectedSstable::table)
                .filter(of::contains)
                .collect(Collectors.toSet());
    }

    private static List<SelectedSstable> added(Selection found, Selection selection, int source) {
        Set<String> known = selection.sstables().stream()
                .filter(sstable -> sstable.source() == source && sstable.slice() == null)
                .map(SelectPhase::identity)
                .collect(Collectors.toSet());
        return found.sstables().stream()
                .filter(sstable -> !known.contains(identity(sstable)))
                .toList();
    }

    // Within a source.
    private static String identity(SelectedSstable sstable) {
        return sstable.table().keyspace() + "." + sstable.table().table() + "/" + sstable.name();
    }

    /**
     * Leases, takes and writes nothing.
     *
     * @param time checked before each request and each page
     * @throws ProblemException TIME_LIMIT
     */
    public Selection dryRun(SelectTask task, TimeLimit time) {
        TransferRequest request = task.request();
        time.at("looking at this node's tables and disks");
        Destination destination = facts.withWritability(facts.gather(request.tables(), task.transfer(), task.terms()));
        List<SstableSource> contacted = contact(request, List.of());
        List<SourceOffer> offers = new ArrayList<>();
        for (int i = 0; i < contacted.size(); i++) {
            List<String> ranges = ranges(request, request.sources().get(i), destination);
            SourceBase base =
                    new SourceBase(contacted.get(i), request.sources().get(i).base());
            for (TableRef table : request.tables()) {
                time.at("asking " + request.sources().get(i).uri() + " for the SSTables of " + table.keyspace() + "."
                        + table.table());
                offers.add(listing(i, contacted.get(i), table, ranges, request.snapshot(), base));
            }
        }
        return this.<RuntimeException>selected(task, destination, offers, 0, time::check);
    }

    private List<SstableSource> contact(TransferRequest request, List<PinnedSource> pinned) {
        return pinned.isEmpty()
                ? request.sources().stream().map(sources::contact).toList()
                : pinned.stream().map(sources::contact).toList();
    }

    private static List<PinnedSource> pin(SelectTask task, List<SstableSource> contacted, Destination destination) {
        TransferRequest request = task.request();
        String snapshot = request.snapshot();
        List<PinnedSource> pinned = new ArrayList<>();
        for (int i = 0; i < contacted.size(); i++) {
            SourceRef source = request.sources().get(i);
            PinnedSource known = task.pinned().isEmpty() ? null : task.pinned().get(i);
            pinned.add(new PinnedSource(
                    source.uri(),
                    contacted.get(i).description().hostId(),
                    contacted.get(i).description().cluster(),
                    snapshot == null ? "idaeus-" + task.transfer() : snapshot,
                    ranges(request, source, destination),
                    snapshot == null,
                    snapshot == null ? ownedBefore(known, contacted.get(i), request.tables()) : null,
                    source.base()));
        }
        return List.copyOf(pinned);
    }

    private static Map<String, List<String>> ownedBefore(
            @Nullable PinnedSource known, SstableSource source, List<TableRef> tables) {
        // An earlier attempt may have taken the snapshot already: then what was owned before that attempt counts.
        return known == null || known.ownedBefore() == null
                ? OwnedTokens.beforeSnapshot(source, tables)
                : known.ownedBefore();
    }

    // The source's own ranges, else the transfer's, else everything that this node owns of any of the tables.
    private static List<String> ranges(TransferRequest request, SourceRef source, Destination destination) {
        List<String> requested = source.ranges() == null ? request.ranges() : source.ranges();
        if (requested != null) {
            return requested;
        }
        List<TokenRange> owned = new ArrayList<>();
        destination.tables().forEach(table -> owned.addAll(table.owned().ranges()));
        return TokenRanges.of(owned).ranges().stream().map(TokenRange::toString).toList();
    }

    // Returns when the snapshot was taken: an earlier attempt may have taken the transfer's own long ago.
    private @Nullable Instant secure(SelectTask task, SstableSource contacted, PinnedSource source) {
        leases.grant(task.transfer(), contacted, source);
        if (source.ownSnapshot()) {
            contacted.takeSnapshot(
                    source.snapshot(), task.request().tables(), task.request().skipFlush());
        }
        return contacted.snapshotTime(source.snapshot());
    }

    static List<SourceOffer> offers(
            int index,
            SstableSource contacted,
            PinnedSource source,
            List<String> ranges,
            List<TableRef> tables,
            @Nullable Instant takenAt) {
        // After the snapshot: what the node owns before and after it, it owned when it was taken. Asked once for each
        // keyspace: a ring is large, and a round trip can be long.
        Map<String, OwnedTokens> owned = new HashMap<>();
        SourceBase base = new SourceBase(contacted, source.base());
        List<SourceOffer> offers = new ArrayList<>();
        for (TableRef table : tables) {
            OwnedTokens of = owned.computeIfAbsent(
                    table.keyspace(), keyspace -> OwnedTokens.afterSnapshot(contacted, keyspace, source.ownedBefore()));
            offers.add(new SourceOffer(
                    offer(
                            index,
                            contacted,
                            table,
                            of,
                            ranges,
                            takenAt,
                            source.ownSnapshot() ? null : contacted.gcGraceNow(table)),
                    () -> contacted.manifest(source.snapshot(), table, ranges),
                    () -> base.pages(table, tag -> contacted.manifest(tag, table, ranges))));
        }
        return offers;
    }

    private SourceOffer listing(
            int index,
            SstableSource contacted,
            TableRef table,
            List<String> ranges,
            @Nullable String snapshot,
            SourceBase base) {
        // This node's clock may be another one's than that of the base.
        Instant since = base.since(snapshot == null ? null : contacted.snapshotTime(snapshot));
        Instant takenAt = since == null && snapshot == null ? clock.instant() : since;
        OwnedTokens owned = snapshot == null
                ? OwnedTokens.live(contacted, table.keyspace())
                : OwnedTokens.afterSnapshot(contacted, table.keyspace(), null);
        return new SourceOffer(
                offer(
                        index,
                        contacted,
                        table,
                        owned,
                        ranges,
                        takenAt,
                        snapshot == null ? null : contacted.gcGraceNow(table)),
                () -> contacted.listing(snapshot, table, ranges),
                () -> base.pages(table, tag -> contacted.listing(tag, table, ranges)));
    }

    private static Offer offer(
            int index,
            SstableSource source,
            TableRef table,
            OwnedTokens owned,
            List<String> ranges,
            @Nullable Instant takenAt,
            @Nullable Integer gcGraceNow) {
        return OfferBuilder.builder()
                .source(index)
                .hostId(source.description().hostId())
                .cluster(source.description().cluster())
                .partitioner(source.description().partitioner())
                .table(table)
                .owned(owned.now())
                .certain(owned.certain())
                .slices(source.description().slices())
                .requested(OwnedTokens.parse(ranges))
                .snapshotCreatedAt(takenAt)
                .gcGraceNow(gcGraceNow)
                .build();
    }
}
