/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.check.DestinationCheck;
import io.idaeus.sidecar.selection.check.DropCheck;
import io.idaeus.sidecar.selection.check.FormatCheck;
import io.idaeus.sidecar.selection.check.HeaderCheck;
import io.idaeus.sidecar.selection.check.RepairedState;
import io.idaeus.sidecar.selection.check.SchemaCheck;
import io.idaeus.sidecar.selection.check.SnapshotAge;
import io.idaeus.sidecar.selection.check.SstableCheck;
import io.idaeus.sidecar.selection.check.StagingLayout;
import io.idaeus.sidecar.selection.check.TableCheck;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferCheck;
import io.idaeus.sidecar.selection.offer.OfferPage;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import io.idaeus.sidecar.selection.slice.SliceRanges;
import io.idaeus.sidecar.selection.slice.Sliceable;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.selection.slice.TokenCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Selects from pages of offers in the order added, and keeps only what is selected. For one selection; one thread. */
public final class Selector {
    private static final int RANGES_NAMED = 5;

    static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";

    private record Review(
            Offer offer,
            Destination.Table table,
            TokenRanges provided,
            OfferCheck pages,
            TokenCheck tokens,
            SstableCheck check,
            RepairedState repaired) {}

    private final TransferRequest request;
    private final Destination destination;
    private final Instant now;
    private final StagingLayout layout;
    private final Findings findings;
    private final Map<Offer, Review> reviews = new LinkedHashMap<>();
    private final List<SelectedSstable> selected = new ArrayList<>();
    private final Exclusions exclusions = new Exclusions();
    private final Map<TableRef, SnapshotAge> ages = new HashMap<>();
    private final Set<TableRef> cleanupDue = new LinkedHashSet<>();
    private final Set<TableRef> unrepaired = new HashSet<>();
    private final ImportedSstables imported;
    private final SliceRanges slices;
    private final boolean merged;
    private final BaseSstables base = new BaseSstables();
    private int importedEarlier;

    /** As the other one, with nothing imported earlier. */
    public Selector(
            String transferId, TransferRequest request, Destination destination, List<Offer> offers, Instant now) {
        this(transferId, request, destination, offers, false, new ImportedSstables(), 0, now);
    }

    /**
     * @param offers one for each source and table
     * @param merged whether each source must provide all that is requested of it, as where a range is merged from several;
     *     otherwise one of them is enough
     * @param imported left out
     * @param slicesBefore number of {@link Selection#slices} that the selection will be added to
     * @throws ProblemException PEER_FAILED where an offer is invalid
     */
    public Selector(
            String transferId,
            TransferRequest request,
            Destination destination,
            List<Offer> offers,
            boolean merged,
            ImportedSstables imported,
            int slicesBefore,
            Instant now) {
        this.imported = imported;
        this.merged = merged;
        this.slices = new SliceRanges(slicesBefore);
        this.request = request;
        this.destination = destination;
        this.now = now;
        this.layout = new StagingLayout(transferId, destination.staging());
        this.findings = new Findings(request.accept() == null ? Set.of() : Set.copyOf(request.accept()));
        checkPartitioner("this node", destination.partitioner());
        new DestinationCheck(destination, findings).run();
        destination.tables().forEach(table -> consider(table, offers));
    }

    private void consider(Destination.Table table, List<Offer> offers) {
        new TableCheck(table, findings).run();
        List<Offer> offered = offers.stream()
                .filter(offer -> offer.table().equals(table.ref()))
                .toList();
        TokenRanges provided = provided(offered);
        offered.forEach(offer -> reviews.put(offer, review(offer, table, provided)));
        if (PartialOverlap.of(request) == PartialOverlap.SLICE && !offered.isEmpty()) {
            checkProvided(table, offered);
        }
    }

    // Slices are exact: what no source owned, none of them has.
    private void checkProvided(Destination.Table table, List<Offer> offered) {
        TokenRanges requested = union(offered.stream().map(Offer::requested).toList());
        if (merged) {
            offered.forEach(offer -> missing(
                    table,
                    offer.requested(),
                    offer.provided(),
                    "source " + offer.hostId() + " did not certainly own these ranges at its snapshot: "));
        } else {
            missing(
                    table,
                    requested,
                    union(offered.stream().map(Offer::provided).toList()),
                    "no source certainly owned these ranges at its snapshot: ");
        }
        List<TokenRange> elsewhere = requested.without(table.owned()).ranges();
        if (!elsewhere.isEmpty()) {
            findings.add(
                    FindingCode.RANGES_NOT_OWNED,
                    subject(table.ref()),
                    "this node does not own these requested ranges, and their rows stay behind: "
                            + Listed.of(
                                    elsewhere.stream().map(TokenRange::toString).toList(), RANGES_NAMED));
        }
    }

    private void missing(Destination.Table table, TokenRanges requested, TokenRanges provided, String why) {
        List<TokenRange> missing =
                requested.intersect(table.owned()).without(provided).ranges();
        if (!missing.isEmpty()) {
            findings.add(
                    FindingCode.RANGES_WITHOUT_SOURCE,
                    subject(table.ref()),
                    why + Listed.of(missing.stream().map(TokenRange::toString).toList(), RANGES_NAMED));
        }
    }

    private static TokenRanges union(List<TokenRanges> all) {
        return TokenRanges.of(
                all.stream().flatMap(each -> each.ranges().stream()).toList());
    }

    private Review review(Offer offer, Destination.Table table, TokenRanges provided) {
        OfferCheck pages = new OfferCheck(offer);
        checkPartitioner("source " + offer.hostId(), offer.partitioner());
        RepairedState repaired = RepairedState.of(request, destination.isOneClusterWith(offer));
        if (!repaired.keeps()) {
            unrepaired.add(table.ref());
        }
        String subject = subject(table.ref());
        SstableCheck check = new SstableCheck(
                new FormatCheck(destination),
                new HeaderCheck(destination, table),
                repaired,
                (code, sstable, detail) -> findings.addSstable(code, subject, sstable.name(), detail));
        TokenCheck tokens = new TokenCheck(offer, table.owned(), PartialOverlap.of(request, offer.slices()));
        return new Review(offer, table, provided, pages, tokens, check, repaired);
    }

    /**
     * Leaves out what the source's base holds. Before the pages of what it offers.
     *
     * @param page of the base
     * @throws ProblemException PEER_FAILED where it is invalid
     */
    public void leaveOut(Offer offer, OfferPage page) {
        base.add(offer, page);
    }

    /** @throws ProblemException PEER_FAILED where the page is invalid */
    public void add(Offer offer, OfferPage page) {
        Review review = reviews.get(offer);
        if (review == null) {
            throw new IllegalArgumentException("offer: " + offer + " (expected: one that this selection is made of)");
        }
        boolean first = review.pages().isNew();
        review.pages().check(page);
        if (first) {
            compare(review, page.definition());
            if (page.definitionUnknown() != null) {
                findings.add(
                        FindingCode.SNAPSHOT_SCHEMA_UNKNOWN,
                        subject(offer.table()),
                        "the snapshot at node " + offer.hostId() + ": " + page.definitionUnknown()
                                + "; compared with the table as it is there now");
            }
            if (page.unlisted()) {
                findings.add(
                        FindingCode.SNAPSHOT_UNPROVEN,
                        subject(offer.table()),
                        "the snapshot at node " + offer.hostId()
                                + " has no manifest.json: SSTables may be missing, and when"
                                + " it was taken is not known");
            }
        }
        Set<String> indexes =
                SchemaCheck.sharedIndexes(page.definition(), review.table().definition());
        DropCheck drops = new DropCheck(page.definition(), review.table(), findings);
        page.sstables().forEach(candidate -> select(review, candidate, indexes, drops));
    }

    private void compare(Review review, TableDefinition theirs) {
        Destination.Table table = review.table();
        new SchemaCheck(subject(table.ref()), theirs, table.definition(), findings).run();
        Instant takenAt = review.offer().snapshotCreatedAt();
        if (takenAt != null) {
            int grace = base.grace(
                    review.offer(),
                    Math.min(theirs.gcGraceSeconds(), table.definition().gcGraceSeconds()));
            Integer atSource = review.offer().gcGraceNow();
            if (atSource != null) {
                grace = Math.min(grace, atSource);
            }
            if (grace == 0) {
                checkNoGrace(table);
            }
            SnapshotAge age = new SnapshotAge(review.offer().hostId(), takenAt, grace);
            new TableCheck(table, findings).age(age, now);
            ages.merge(table.ref(), age, SnapshotAge::olderOf);
        }
    }

    // With several sources, one may still have a row whose tombstone the others have purged. A snapshot that
    // the request names may be of any age.
    private void checkNoGrace(Destination.Table table) {
        String detail = "gc_grace_seconds is 0, so a deletion may be forgotten as soon as it is written";
        boolean live =
                request.snapshot() == null && request.sources().stream().allMatch(source -> source.base() == null);
        if (live && table.empty() && haveOneSourceEach(table)) {
            findings.note(
                    FindingCode.NO_GC_GRACE,
                    subject(table.ref()),
                    detail + "; the table here is empty, and each range has one source");
        } else {
            findings.add(FindingCode.NO_GC_GRACE, subject(table.ref()), detail);
        }
    }

    private boolean haveOneSourceEach(Destination.Table table) {
        List<TokenRange> all = new ArrayList<>();
        TokenRanges seen = TokenRanges.of(all);
        for (Offer offer : reviews.keySet()) {
            if (!offer.table().equals(table.ref())) {
                continue;
            }
            TokenRanges asked = offer.owned().intersect(offer.requested());
            if (!seen.intersect(asked).isEmpty()) {
                return false;
            }
            all.addAll(asked.ranges());
            seen = TokenRanges.of(all);
        }
        return true;
    }

    /** @throws ProblemException PEER_FAILED when an offer's last page is missing */
    public Selection selection() {
        base.checkEnded();
        reviews.values().forEach(review -> review.pages().checkEnded());
        exclusions
                .overlapped(selected, this::tokens)
                .forEach(sstable -> findings.addSstable(
                        FindingCode.OVERLAPS_EXCLUDED,
                        subject(sstable.table()),
                        sstable.name(),
                        "overlaps excluded SSTables, which may hold tombstones for its rows"));
        cleanupDue.forEach(table -> findings.add(
                FindingCode.CLEANUP_DUE, subject(table), "rows outside this node's owned ranges will be imported"));
        if (selected.isEmpty() && importedEarlier == 0 && !reviews.isEmpty()) {
            findings.add(FindingCode.NOTHING_TO_MOVE, "transfer", "no SSTable is within the ranges");
        }
        layout.check(findings);
        return SelectionBuilder.builder()
                .sstables(List.copyOf(selected))
                .excluded(exclusions.excluded())
                .ownedByOtherSource(exclusions.ownedByOtherSource())
                .findings(findings.all())
                .cleanupDue(List.copyOf(cleanupDue))
                .tables(destination.tables().stream()
                        .map(table -> new SelectedTable(
                                table.ref(),
                                table.id(),
                                table.definition(),
                                ages.get(table.ref()),
                                !unrepaired.contains(table.ref())))
                        .toList())
                .bytesRequired(layout.bytesRequired())
                .bytesFree(layout.bytesFree())
                .importedEarlier(importedEarlier)
                .slices(slices.all())
                .build();
    }

    // The requested tokens that a source is known to own.
    private static TokenRanges provided(List<Offer> offers) {
        return union(offers.stream()
                .filter(offer -> offer.certain() != null)
                .map(Offer::provided)
                .toList());
    }

    private String uncut(Offer offer) {
        return PartialOverlap.of(request) == PartialOverlap.SLICE && !offer.slices()
                ? ", and its source's sidecar is too old to let it be cut"
                : "";
    }

    // The tokens of it that may be moved.
    private TokenRanges tokens(SelectedSstable sstable) {
        TokenRanges within = TokenRanges.covering(List.of(new TokenBounds(sstable.firstToken(), sstable.lastToken())));
        Integer slice = sstable.slice();
        return slice == null ? within : within.intersect(slices.tokens(slice));
    }

    private void select(Review review, ManifestSstable candidate, Set<String> indexes, DropCheck drops) {
        SstableInfo sstable = candidate.sstable();
        if (base.holds(review.offer(), candidate)) {
            importedEarlier++;
            return;
        }
        SstableStatistics statistics = sstable.statistics();
        if (statistics == null) {
            String why = SstableCheck.unreadable(sstable);
            findings.addSstable(
                    FindingCode.SSTABLE_UNREADABLE, subject(review.table().ref()), sstable.name(), why);
            exclusions.exclude(review.offer(), sstable, why);
            return;
        }
        TokenBounds bounds =
                new TokenBounds(Long.parseLong(statistics.firstToken()), Long.parseLong(statistics.lastToken()));
        TokenCheck.Decision decision = review.tokens().decide(bounds);
        if (decision == TokenCheck.Decision.SLICED) {
            Optional<String> obstacle = Sliceable.obstacle(
                    candidate,
                    statistics.compression(),
                    slices.of(review.offer(), review.tokens()),
                    destination.missingCompressors());
            if (obstacle.isPresent()) {
                exclude(
                        review,
                        sstable,
                        bounds,
                        FindingCode.SLICE_IMPOSSIBLE,
                        "spans tokens that are not wanted, and cannot be cut: " + obstacle.get());
                return;
            }
        }
        SlicedTable cut = decision == TokenCheck.Decision.SLICED ? slices.of(review.offer(), review.tokens()) : null;
        if (decision != TokenCheck.Decision.OUTSIDE
                && imported.contains(
                        review.offer().hostId(), review.table(), sstable.name(), candidate.components(), cut)) {
            importedEarlier++;
            return;
        }
        switch (decision) {
            case MOVES -> {
                drops.run(sstable, statistics);
                move(review, candidate, statistics, bounds, indexes);
            }
            case SLICED -> {
                drops.run(sstable, statistics);
                check(review, candidate, statistics, true);
                selected.add(placeSlice(review, candidate, bounds, indexes));
            }
            case MOVES_UNOWNED -> {
                cleanupDue.add(review.table().ref());
                drops.run(sstable, statistics);
                move(review, candidate, statistics, bounds, indexes);
            }
            case OUTSIDE -> {}
            case NOT_OWNED_BY_SOURCE -> leaveOut(review, sstable, bounds);
            case BEYOND_RANGES ->
                exclude(
                        review,
                        sstable,
                        bounds,
                        FindingCode.PARTIAL_SSTABLES,
                        "spans tokens outside the requested ranges" + uncut(review.offer()));
            case BEYOND_OWNED ->
                exclude(
                        review,
                        sstable,
                        bounds,
                        FindingCode.TOKENS_NOT_OWNED,
                        "spans tokens that this node does not own" + uncut(review.offer()));
        }
    }

    private void move(
            Review review,
            ManifestSstable candidate,
            SstableStatistics statistics,
            TokenBounds bounds,
            Set<String> indexes) {
        check(review, candidate, statistics, false);
        selected.add(place(review.offer(), review.table(), candidate, bounds, indexes));
    }

    private void check(Review review, ManifestSstable candidate, SstableStatistics statistics, boolean cut) {
        review.check().run(candidate.sstable(), statistics);
        String obstacle = review.repaired().obstacle(statistics, cut);
        if (obstacle != null) {
            TableRef table = review.table().ref();
            unrepaired.add(table);
            findings.addSstable(
                    FindingCode.REPAIRED_STATE_RESET,
                    subject(table),
                    candidate.sstable().name(),
                    obstacle + "; the import marks all SSTables of the table unrepaired");
        }
    }

    // Its node owns none of the requested tokens: whether rows are missing depends on the other sources.
    private void leaveOut(Review review, SstableInfo sstable, TokenBounds bounds) {
        TokenRanges requested = review.offer().requested().intersect(TokenRanges.covering(List.of(bounds)));
        if (PartialOverlap.of(request) == PartialOverlap.SLICE) {
            // Nothing else would move.
            requested = requested.intersect(review.table().owned());
        }
        if (review.provided().containsAll(requested)) {
            String why = "overlaps the requested ranges, but its node owns none of them; other sources own them";
            findings.addSstable(
                    FindingCode.OWNED_BY_OTHER_SOURCE, subject(review.table().ref()), sstable.name(), why);
            exclusions.ownedByOtherSource(review.offer(), sstable, why);
        } else {
            exclude(
                    review,
                    sstable,
                    bounds,
                    FindingCode.NOT_OWNED_BY_SOURCE,
                    "overlaps the requested ranges, but its node owns none of them; its rows there predate a cleanup");
        }
    }

    private void exclude(Review review, SstableInfo sstable, TokenBounds bounds, FindingCode code, String why) {
        findings.addSstable(code, subject(review.table().ref()), sstable.name(), why);
        exclusions.exclude(review.offer(), sstable, bounds, why);
    }

    private SelectedSstable placeSlice(
            Review review, ManifestSstable candidate, TokenBounds bounds, Set<String> indexes) {
        Offer offer = review.offer();
        List<ManifestComponent> components = components(candidate, indexes);
        long whole = components.stream().mapToLong(ManifestComponent::bytes).sum();
        long bytes = Math.min(whole, Math.round(whole * share(review, candidate, bounds)));
        String name = candidate.sstable().name();
        return SelectedSstableBuilder.builder()
                .source(offer.source())
                .sourceHostId(offer.hostId())
                .table(review.table().ref())
                .name(name)
                .firstToken(bounds.first())
                .lastToken(bounds.last())
                .bytes(bytes)
                .components(components)
                .directory( // What is fetched stays until the slice is cut.
                        layout.place(slices.directory(offer), name, review.table(), 2 * bytes))
                .slice(slices.index(offer, review.tokens()))
                .cut(false)
                .build();
    }

    // The source counts keys in the requested ranges. Not all of them may be wanted.
    private static double share(Review review, ManifestSstable candidate, TokenBounds bounds) {
        double requested = review.offer().requested().share(bounds);
        double wanted = review.tokens().wanted().share(bounds);
        Double counted = candidate.sstable().estimatedShare();
        return counted == null || requested <= 0 ? wanted : Math.min(1, counted * wanted / requested);
    }

    private SelectedSstable place(
            Offer offer, Destination.Table table, ManifestSstable candidate, TokenBounds bounds, Set<String> indexes) {
        List<ManifestComponent> components = components(candidate, indexes);
        long bytes = components.stream().mapToLong(ManifestComponent::bytes).sum();
        String name = candidate.sstable().name();
        return new SelectedSstable(
                offer.source(),
                offer.hostId(),
                table.ref(),
                name,
                bounds.first(),
                bounds.last(),
                bytes,
                components,
                layout.place(slices.directory(offer), name, table, bytes));
    }

    private static List<ManifestComponent> components(ManifestSstable candidate, Set<String> indexes) {
        boolean known = candidate.components().stream()
                .filter(Selector::isIndex)
                .allMatch(component -> IndexFiles.belongsTo(indexes, component.name()));
        return known ? candidate.components() : withoutIndexes(candidate);
    }

    // The table of contents names the indexes: without it Cassandra makes a new one.
    private static List<ManifestComponent> withoutIndexes(ManifestSstable candidate) {
        boolean indexed = candidate.components().stream().anyMatch(Selector::isIndex);
        return candidate.components().stream()
                .filter(component -> !isIndex(component))
                .filter(component -> !indexed || !component.name().equals("TOC.txt"))
                .toList();
    }

    private static boolean isIndex(ManifestComponent component) {
        return IndexFiles.is(component.name());
    }

    private void checkPartitioner(String who, String partitioner) {
        if (!Objects.equals(partitioner, MURMUR3)) {
            findings.add(FindingCode.PARTITIONER, who, "uses " + partitioner);
        }
    }

    private static String subject(TableRef table) {
        return table.keyspace() + "." + table.table();
    }
}
