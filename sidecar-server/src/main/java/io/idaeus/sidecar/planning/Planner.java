/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.ImportOptions;
import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ManifestSstable;
import io.idaeus.api.SstableInfo;
import io.idaeus.api.SstableStatistics;
import io.idaeus.api.TableDefinition;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferRequest.PartialOverlapPolicy;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Makes the plan of one transfer, from what the sources offer, page by page; nothing of a page is kept but what is
 * planned. Not for reuse; one thread.
 *
 * <p>The plan has its SSTables in the order in which they were added.
 */
public final class Planner {
    private static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";

    /** One offer, and what its SSTables are held against. */
    private record Review(
            Offer offer,
            Destination.Table table,
            TokenRanges brought,
            OfferCheck said,
            TokenCheck tokens,
            SstableCheck check) {}

    private final TransferRequest request;
    private final Destination destination;
    private final Instant now;
    private final StagingLayout layout;
    private final Findings findings;
    private final Map<Offer, Review> reviews = new LinkedHashMap<>();
    private final List<PlannedSstable> planned = new ArrayList<>();
    private final Exclusions exclusions = new Exclusions();
    private final Set<TableRef> cleanupDue = new LinkedHashSet<>();

    /**
     * @param offers one for each source and table; what is missed of one depends on the others
     * @throws ProblemException PEER_FAILED when an offer makes no sense
     */
    public Planner(
            String transferId, TransferRequest request, Destination destination, List<Offer> offers, Instant now) {
        this.request = request;
        this.destination = destination;
        this.now = now;
        this.layout = new StagingLayout(transferId, destination.staging());
        this.findings = new Findings(request.accept() == null ? Set.of() : Set.copyOf(request.accept()));
        checkPartitioner("this node", destination.partitioner());
        destination.tables().forEach(table -> consider(table, offers));
    }

    private void consider(Destination.Table table, List<Offer> offers) {
        new TableCheck(table, findings).run();
        List<Offer> offered = offers.stream()
                .filter(offer -> offer.table().equals(table.ref()))
                .toList();
        TokenRanges brought = brought(offered);
        offered.forEach(offer -> reviews.put(offer, review(offer, table, brought)));
    }

    private Review review(Offer offer, Destination.Table table, TokenRanges brought) {
        OfferCheck said = new OfferCheck(offer);
        checkPartitioner("source " + offer.hostId(), offer.partitioner());
        ImportOptions options = request.importOptions() == null ? ImportOptions.DEFAULTS : request.importOptions();
        SstableCheck check = new SstableCheck(
                subject(table.ref()), new FormatCheck(destination), new HeaderCheck(table), options, findings);
        boolean includePartial = request.onPartialOverlap() == PartialOverlapPolicy.INCLUDE;
        return new Review(offer, table, brought, said, new TokenCheck(offer, table.owned(), includePartial), check);
    }

    /**
     * Takes the next SSTables of an offer.
     *
     * @throws ProblemException PEER_FAILED when they make no sense
     */
    public void add(Offer offer, OfferPage page) {
        Review review = reviews.get(offer);
        if (review == null) {
            throw new IllegalArgumentException("offer: " + offer + " (expected: one that this plan is made of)");
        }
        boolean first = review.said().isNew();
        review.said().check(page);
        if (first) {
            compare(review, page.definition());
        }
        boolean sameIndexes =
                SchemaCheck.sameIndexes(page.definition(), review.table().definition());
        page.sstables().forEach(candidate -> select(review, candidate, sameIndexes));
    }

    private void compare(Review review, TableDefinition theirs) {
        Destination.Table table = review.table();
        new SchemaCheck(subject(table.ref()), theirs, table.definition(), findings).run();
        Instant takenAt = review.offer().snapshotCreatedAt();
        if (takenAt != null) {
            new TableCheck(table, findings).age(takenAt, theirs, now);
        }
    }

    /**
     * The plan, when every page of every offer is added.
     *
     * @throws ProblemException PEER_FAILED when the last page of an offer is missing
     */
    public Plan plan() {
        reviews.values().forEach(review -> review.said().checkEnded());
        exclusions
                .overlapped(planned)
                .forEach(sstable -> findings.addSstable(
                        FindingCode.OVERLAPS_EXCLUDED,
                        subject(sstable.table()),
                        sstable.name(),
                        "overlaps SSTables that stay, and tombstones for its rows may be in those"));
        cleanupDue.forEach(table -> findings.add(
                FindingCode.CLEANUP_DUE, subject(table), "rows beyond this node's ranges will be imported"));
        if (planned.isEmpty() && !reviews.isEmpty()) {
            findings.add(FindingCode.NOTHING_TO_MOVE, "transfer", "no SSTable lies within the ranges");
        }
        layout.check(findings);
        return new Plan(
                List.copyOf(planned),
                exclusions.excluded(),
                exclusions.heldElsewhere(),
                findings.all(),
                List.copyOf(cleanupDue),
                destination.tables().stream()
                        .map(table -> new PlannedTable(table.ref(), table.id(), table.definition()))
                        .toList(),
                layout.bytesRequired(),
                layout.bytesFree());
    }

    /** The tokens that are asked of a source which surely holds them. */
    private static TokenRanges brought(List<Offer> offers) {
        List<TokenRange> tokens = new ArrayList<>();
        offers.stream()
                .filter(Offer::heldAtSnapshot)
                .forEach(offer ->
                        tokens.addAll(offer.held().intersect(offer.requested()).ranges()));
        return TokenRanges.of(tokens);
    }

    private void select(Review review, ManifestSstable candidate, boolean sameIndexes) {
        SstableInfo sstable = candidate.sstable();
        SstableStatistics statistics = sstable.statistics();
        if (statistics == null) {
            String why = sstable.problem() == null
                    ? "its metadata is missing"
                    : sstable.problem().code() + ": " + sstable.problem().detail();
            findings.addSstable(
                    FindingCode.SSTABLE_UNREADABLE, subject(review.table().ref()), sstable.name(), why);
            exclusions.exclude(review.offer(), sstable, why);
            return;
        }
        TokenBounds bounds =
                new TokenBounds(Long.parseLong(statistics.firstToken()), Long.parseLong(statistics.lastToken()));
        switch (review.tokens().judge(bounds)) {
            case MOVES -> move(review, candidate, statistics, bounds, sameIndexes);
            case MOVES_UNOWNED -> {
                cleanupDue.add(review.table().ref());
                move(review, candidate, statistics, bounds, sameIndexes);
            }
            case OUTSIDE -> {}
            case NOT_HELD -> leave(review, sstable, bounds);
            case BEYOND_RANGES ->
                exclude(review, sstable, bounds, FindingCode.PARTIAL_SSTABLES, "reaches beyond the ranges");
            case BEYOND_OWNED ->
                exclude(
                        review,
                        sstable,
                        bounds,
                        FindingCode.TOKENS_NOT_OWNED,
                        "reaches beyond the tokens this node owns");
        }
    }

    private void move(
            Review review,
            ManifestSstable candidate,
            SstableStatistics statistics,
            TokenBounds bounds,
            boolean sameIndexes) {
        review.check().run(candidate.sstable(), statistics);
        planned.add(place(review.offer(), review.table(), candidate, bounds, sameIndexes));
    }

    /** Its node holds nothing of what is asked for: whether rows are missed depends on the other sources. */
    private void leave(Review review, SstableInfo sstable, TokenBounds bounds) {
        TokenRanges asked = review.offer().requested().intersect(TokenRanges.covering(List.of(bounds)));
        if (review.brought().containsAll(asked)) {
            String why = "its node holds nothing of the ranges, and the other sources do";
            findings.addSstable(
                    FindingCode.HELD_ELSEWHERE, subject(review.table().ref()), sstable.name(), why);
            exclusions.heldElsewhere(review.offer(), sstable, why);
        } else {
            exclude(
                    review,
                    sstable,
                    bounds,
                    FindingCode.NOT_HELD,
                    "reaches over the ranges, of which its node holds nothing: rows there are left from before a"
                            + " cleanup");
        }
    }

    private void exclude(Review review, SstableInfo sstable, TokenBounds bounds, FindingCode code, String why) {
        findings.addSstable(code, subject(review.table().ref()), sstable.name(), why);
        exclusions.exclude(review.offer(), sstable, bounds, why);
    }

    private PlannedSstable place(
            Offer offer, Destination.Table table, ManifestSstable candidate, TokenBounds bounds, boolean sameIndexes) {
        List<ManifestComponent> components = sameIndexes ? candidate.components() : withoutIndexes(candidate);
        long bytes = components.stream().mapToLong(ManifestComponent::bytes).sum();
        String name = candidate.sstable().name();
        return new PlannedSstable(
                offer.source(),
                offer.hostId(),
                table.ref(),
                name,
                bounds.first(),
                bounds.last(),
                bytes,
                components,
                layout.place(offer.source() + "-" + offer.hostId(), name, table, bytes));
    }

    /** Without the table of contents too, which names them: Cassandra makes a new one. */
    private static List<ManifestComponent> withoutIndexes(ManifestSstable candidate) {
        boolean indexed = candidate.components().stream().anyMatch(Planner::isIndex);
        return candidate.components().stream()
                .filter(component -> !isIndex(component))
                .filter(component -> !indexed || !component.name().equals("TOC.txt"))
                .toList();
    }

    /** Components of storage-attached indexes are named {@code SAI+…}. */
    static boolean isIndex(ManifestComponent component) {
        return component.name().startsWith("SAI+");
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
