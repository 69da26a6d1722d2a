/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.ImportOptions;
import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ManifestSstable;
import io.idaeus.api.SstableFacts;
import io.idaeus.api.SstableInfo;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferRequest.PartialPolicy;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.Overlap;
import io.idaeus.sidecar.ring.TokenBounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Makes the plan of one transfer. Not for reuse. */
public final class Planner {
    private static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";

    private final TransferRequest request;
    private final Destination destination;
    private final StagingLayout layout;
    private final Findings findings;
    private final boolean includePartial;
    private final List<PlannedSstable> planned = new ArrayList<>();
    private final List<TransferSstable> excluded = new ArrayList<>();
    private final Set<TableRef> cleanupDue = new LinkedHashSet<>();

    public Planner(String transferId, TransferRequest request, Destination destination) {
        this.request = request;
        this.destination = destination;
        this.layout = new StagingLayout(transferId, destination.staging());
        this.findings = new Findings(request.accept() == null ? Set.of() : Set.copyOf(request.accept()));
        this.includePartial = request.partial() == PartialPolicy.INCLUDE;
    }

    /** @throws ProblemException PEER_FAILED when an offer makes no sense */
    public Plan plan(List<Offer> offers, Instant now) {
        offers.forEach(OfferCheck::check);
        checkPartitioner("this node", destination.partitioner());
        for (Destination.Table table : destination.tables()) {
            new TableCheck(table, findings).run();
            offers.stream()
                    .filter(offer -> offer.table().equals(table.ref()))
                    .forEach(offer -> consider(offer, table, now));
        }
        cleanupDue.forEach(table -> findings.add(
                FindingCode.CLEANUP_DUE, subject(table), "rows beyond this node's ranges will be imported"));
        if (planned.isEmpty() && !offers.isEmpty()) {
            findings.add(FindingCode.NOTHING_TO_MOVE, "transfer", "no SSTable lies within the ranges");
        }
        layout.check(findings);
        return new Plan(
                List.copyOf(planned),
                List.copyOf(excluded),
                findings.all(),
                List.copyOf(cleanupDue),
                layout.bytesRequired(),
                layout.bytesFree());
    }

    private void consider(Offer offer, Destination.Table table, Instant now) {
        checkPartitioner("source " + offer.hostId(), offer.partitioner());
        new SchemaCheck(subject(table.ref()), offer.shape(), table.shape(), findings).run();
        if (offer.snapshotCreatedAt() != null) {
            new TableCheck(table, findings).age(offer.snapshotCreatedAt(), offer.shape(), now);
        }
        ImportOptions options = request.options() == null ? ImportOptions.DEFAULTS : request.options();
        SstableCheck check = new SstableCheck(
                subject(table.ref()), new FormatCheck(destination), new HeaderCheck(table), options, findings);
        boolean sameIndexes = SchemaCheck.sameIndexes(offer.shape(), table.shape());
        for (ManifestSstable candidate : offer.sstables()) {
            select(offer, table, candidate, sameIndexes, check);
        }
    }

    private void select(
            Offer offer, Destination.Table table, ManifestSstable candidate, boolean sameIndexes, SstableCheck check) {
        SstableInfo sstable = candidate.sstable();
        SstableFacts facts = sstable.facts();
        if (facts == null) {
            String why = sstable.problem() == null
                    ? "its metadata is missing"
                    : sstable.problem().code() + ": " + sstable.problem().detail();
            findings.addSstable(FindingCode.SSTABLE_UNREADABLE, subject(table.ref()), sstable.name(), why);
            exclude(offer, sstable, why);
            return;
        }
        TokenBounds bounds = new TokenBounds(Long.parseLong(facts.firstToken()), Long.parseLong(facts.lastToken()));
        List<TokenBounds> possible = possible(offer, bounds);
        if (possible.stream().allMatch(part -> offer.requested().overlap(part) == Overlap.NONE)
                || !belongs(offer, table, sstable, possible)) {
            return;
        }
        check.run(sstable, facts);
        planned.add(place(offer, table, candidate, bounds, sameIndexes));
    }

    /**
     * Where the SSTable's tokens can be. Its own bounds say little of a node whose ranges are many or go around the ring;
     * that it holds what its node owns says more. Where the node was not cleaned up this is wrong, and Cassandra's own
     * check of every token on import finds out.
     */
    private static List<TokenBounds> possible(Offer offer, TokenBounds bounds) {
        List<TokenBounds> held = offer.held().clip(bounds);
        return held.isEmpty() ? List.of(bounds) : held;
    }

    /** Whether every token is asked for and owned; if not, whether it comes all the same. */
    private boolean belongs(Offer offer, Destination.Table table, SstableInfo sstable, List<TokenBounds> possible) {
        boolean owned = possible.stream().allMatch(part -> table.owned().overlap(part) == Overlap.CONTAINED);
        boolean asked = possible.stream().allMatch(part -> offer.requested().overlap(part) == Overlap.CONTAINED);
        if (owned && asked) {
            return true;
        }
        if (includePartial) {
            if (!owned) {
                cleanupDue.add(table.ref());
            }
            return true;
        }
        FindingCode code = asked ? FindingCode.TOKENS_NOT_OWNED : FindingCode.PARTIAL_SSTABLES;
        String why = asked ? "reaches beyond the tokens this node owns" : "reaches beyond the ranges";
        findings.addSstable(code, subject(table.ref()), sstable.name(), why);
        exclude(offer, sstable, why);
        return false;
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
    private static boolean isIndex(ManifestComponent component) {
        return component.name().startsWith("SAI+");
    }

    private void exclude(Offer offer, SstableInfo sstable, String why) {
        excluded.add(new TransferSstable(
                offer.hostId(),
                offer.table().keyspace(),
                offer.table().table(),
                sstable.name(),
                sstable.bytes(),
                TransferSstable.Fate.EXCLUDED,
                why,
                0));
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
