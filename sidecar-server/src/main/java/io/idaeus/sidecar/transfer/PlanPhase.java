/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ChecksumOrigin;
import io.idaeus.api.DataPlane;
import io.idaeus.api.LeaseRequest;
import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ManifestSstable;
import io.idaeus.api.ProblemType;
import io.idaeus.api.SnapshotInfo;
import io.idaeus.api.SnapshotRequest;
import io.idaeus.api.SourceRef;
import io.idaeus.api.SstableInfo;
import io.idaeus.api.SstablePage;
import io.idaeus.api.TableDefinition;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SstableQuery;
import io.idaeus.sidecar.planning.Destination;
import io.idaeus.sidecar.planning.Offer;
import io.idaeus.sidecar.planning.OfferPage;
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.planning.Planner;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the sources what they have, and makes the plan while they say it: no more than a few pages of what they say are in
 * memory at once. The lease comes before the snapshot, so that a crash between them leaves nothing behind.
 */
final class PlanPhase {
    private static final Logger LOG = LoggerFactory.getLogger(PlanPhase.class);

    /** SSTables; of one with indexes a source has 10 KiB to say, and twice over while it is read. */
    private static final int PAGE = 250;

    /** What a source offers of a table, and how to ask for its pages. */
    record Asked(Peers.Peer peer, Offer offer, Function<SidecarClient, Stream<OfferPage>> pages) {}

    /** What happens between two pages. */
    interface Between<E extends Exception> {
        void pages() throws E;
    }

    private final Peers peers;
    private final DestinationFacts facts;
    private final DataPlane self;
    private final TransferSettings settings;
    private final Clock clock;

    PlanPhase(Peers peers, DestinationFacts facts, DataPlane self, TransferSettings settings, Clock clock) {
        this.peers = peers;
        this.facts = facts;
        this.self = self;
        this.settings = settings;
        this.clock = clock;
    }

    /** @throws ProblemException PLAN_REFUSED where it is no use to wait for Cassandra */
    void check() {
        facts.requireStaging();
    }

    /** Takes snapshots at the sources and plans from their manifests. */
    void plan(TransferRun run) throws TransferInterruptedException {
        TransferRequest request = run.record().request();
        Destination destination = facts.gather(request.tables(), run.id());
        Plan withoutSources = new Planner(run.id(), request, destination, List.of(), clock.instant()).plan();
        if (withoutSources.refused()) {
            adopt(run, withoutSources);
            return;
        }
        List<Peers.Peer> contacted = contact(request, run.record().sources());
        List<PinnedSource> pinned = pin(run, contacted, destination);
        run.change(edit -> edit.sources(pinned));
        List<Asked> asked = new ArrayList<>();
        for (int i = 0; i < pinned.size(); i++) {
            run.checkInterrupted();
            Instant takenAt = secure(run, contacted.get(i), pinned.get(i));
            for (TableRef table : request.tables()) {
                asked.add(ask(i, contacted.get(i), pinned.get(i), table, takenAt));
            }
        }
        adopt(run, planned(run.id(), request, destination, asked, run::checkInterrupted));
    }

    private <E extends Exception> Plan planned(
            String id, TransferRequest request, Destination destination, List<Asked> asked, Between<E> between)
            throws E {
        List<Offer> offers = asked.stream().map(Asked::offer).toList();
        Planner planner = new Planner(id, request, destination, offers, clock.instant());
        for (TableRef table : request.tables()) {
            for (Asked one : asked) {
                if (one.offer().table().equals(table)) {
                    listen(one, planner, between);
                }
            }
        }
        return planner.plan();
    }

    /** Each page is asked for when the one before is done with. */
    static <E extends Exception> void listen(Asked asked, Planner planner, Between<E> between) throws E {
        Peers.Peer peer = asked.peer();
        Iterator<OfferPage> pages =
                peer.ask(client -> asked.pages().apply(client).iterator());
        between.pages();
        while (peer.ask(client -> pages.hasNext())) {
            planner.add(asked.offer(), pages.next());
            between.pages();
        }
    }

    /**
     * Adds what a source has in the snapshot that is pinned already, and that it was not asked for before. Nothing is added
     * where not all of it could be moved: then it makes up for nothing.
     *
     * @param extra the tokens to ask for beside the others
     * @return whether there is more to pull
     */
    boolean planMore(TransferRun run, int source, TokenRanges extra) throws TransferInterruptedException {
        TransferRequest request = run.record().request();
        List<PinnedSource> pinned = new ArrayList<>(run.record().sources());
        PinnedSource wider = pinned.get(source).askedAlso(extra);
        Destination destination = facts.gather(request.tables(), run.id());
        Peers.Peer peer = peers.contact(wider);
        List<Asked> asked = request.tables().stream()
                .map(table -> ask(source, peer, wider, table, null))
                .toList();
        Plan found = planned(run.id(), request, destination, asked, run::checkInterrupted);
        if (found.refused() || !found.excluded().isEmpty()) {
            LOG.warn(
                    "{} {} does not make up for what is corrupt elsewhere: {} SSTables reach beyond what can be moved; {}",
                    run.id(),
                    wider.uri(),
                    found.excluded().size(),
                    found.findings());
            return false;
        }
        Set<String> known = run.outcomes().plan().sstables().stream()
                .filter(sstable -> sstable.source() == source)
                .map(PlanPhase::identity)
                .collect(Collectors.toSet());
        List<PlannedSstable> more = found.sstables().stream()
                .filter(sstable -> !known.contains(identity(sstable)))
                .toList();
        if (!more.isEmpty()) {
            LOG.info(
                    "{} {} more SSTables come from {}, for corrupt ones elsewhere", run.id(), more.size(), wider.uri());
            run.planMore(more);
        }
        // After that: who reads the wider ranges takes them for pulled.
        pinned.set(source, wider);
        run.change(edit -> edit.sources(pinned));
        return !more.isEmpty();
    }

    /** Within a source. */
    private static String identity(PlannedSstable sstable) {
        return sstable.table().keyspace() + "." + sstable.table().table() + "/" + sstable.name();
    }

    private static void adopt(TransferRun run, Plan plan) {
        run.planned(plan);
        run.change(edit -> edit.findings(plan.findings(), plan.cleanupDue()));
    }

    /** Plans from the live SSTables; nothing is taken, kept or written. */
    Plan rehearse(String id, TransferRequest request) {
        Destination destination = facts.gather(request.tables(), id);
        List<Peers.Peer> contacted = contact(request, List.of());
        List<Asked> asked = new ArrayList<>();
        for (int i = 0; i < contacted.size(); i++) {
            for (TableRef table : request.tables()) {
                List<String> ranges = ranges(request, request.sources().get(i), destination);
                asked.add(askLive(i, contacted.get(i), table, ranges, request.snapshot()));
            }
        }
        return this.<RuntimeException>planned(id, request, destination, asked, () -> {});
    }

    private List<Peers.Peer> contact(TransferRequest request, List<PinnedSource> known) {
        List<Peers.Peer> contacted = new ArrayList<>();
        for (int i = 0; i < request.sources().size(); i++) {
            SourceRef source = request.sources().get(i);
            Peers.Peer peer = known.isEmpty()
                    ? peers.contact(source.uri(), source.hostId(), source.cluster())
                    : peers.contact(known.get(i));
            if (isSelf(peer.node().dataPlane())) {
                throw new ProblemException(
                        ProblemType.INVALID_REQUEST,
                        "sources: " + source.uri() + " is this node's own sidecar (expected: another node's)");
            }
            contacted.add(peer);
        }
        return contacted;
    }

    /** By address: the first nodes of two clusters of Cassandra 6.0 have the same host id. */
    private boolean isSelf(DataPlane peer) {
        return peer.host().equals(self.host()) && peer.port() == self.port();
    }

    private static List<PinnedSource> pin(TransferRun run, List<Peers.Peer> contacted, Destination destination) {
        TransferRequest request = run.record().request();
        List<PinnedSource> known = run.record().sources();
        List<PinnedSource> pinned = new ArrayList<>();
        for (int i = 0; i < contacted.size(); i++) {
            SourceRef source = request.sources().get(i);
            Peers.Peer peer = contacted.get(i);
            String snapshot = request.snapshot();
            pinned.add(new PinnedSource(
                    source.uri(),
                    peer.node().hostId(),
                    peer.node().cluster(),
                    peer.node().dataPlane().host(),
                    peer.node().dataPlane().port(),
                    snapshot == null ? "idaeus-" + run.id() : snapshot,
                    ranges(request, source, destination),
                    snapshot == null,
                    snapshot == null ? held(known.isEmpty() ? null : known.get(i), peer, request.tables()) : null));
        }
        return pinned;
    }

    /** An earlier try may have taken the snapshot already: then what was owned before that try counts. */
    private static Map<String, List<String>> held(
            @Nullable PinnedSource known, Peers.Peer peer, List<TableRef> tables) {
        return known == null || known.held() == null ? Holdings.before(peer, tables) : known.held();
    }

    /** What is asked of a source: its own ranges, or the transfer's, or everything that any of the tables owns here. */
    private static List<String> ranges(TransferRequest request, SourceRef source, Destination destination) {
        List<String> asked = source.ranges() == null ? request.ranges() : source.ranges();
        if (asked != null) {
            return asked;
        }
        List<TokenRange> owned = new ArrayList<>();
        destination.tables().forEach(table -> owned.addAll(table.owned().ranges()));
        return TokenRanges.of(owned).ranges().stream().map(TokenRange::toString).toList();
    }

    /** Leases the snapshot, and takes it where it is the transfer's own. Returns when an existing one was taken. */
    private @Nullable Instant secure(TransferRun run, Peers.Peer peer, PinnedSource source) {
        LeaseRequest lease = SourceLeases.request(source, settings);
        peer.ask(client -> client.lease(run.id(), lease));
        if (!source.ownSnapshot()) {
            SnapshotInfo existing = peer.ask(client -> client.snapshot(source.snapshot()));
            return existing.createdAt();
        }
        TransferRequest request = run.record().request();
        peer.ask(client -> {
            take(() -> client.createSnapshot(
                    new SnapshotRequest(source.snapshot(), null, request.tables(), null, request.skipFlush())));
            return source;
        });
        return null;
    }

    /** An earlier try may have taken it before the answer was lost. */
    private static void take(Runnable snapshot) {
        try {
            snapshot.run();
        } catch (SidecarException e) {
            Optional<ProblemType> type = ProblemType.fromUri(e.problem().type());
            if (!type.equals(Optional.of(ProblemType.SNAPSHOT_EXISTS))) {
                throw e;
            }
        }
    }

    /** After the snapshot: what its node holds by then tells what it held when it was taken. */
    private Asked ask(int index, Peers.Peer peer, PinnedSource source, TableRef table, @Nullable Instant takenAt) {
        Holdings held = Holdings.after(peer, table.keyspace(), source.held());
        Offer offer = offer(index, peer, table, held, source.ranges(), takenAt);
        return new Asked(peer, offer, client -> client.manifestPages(
                        source.snapshot(),
                        table.keyspace(),
                        table.table(),
                        source.ranges(),
                        PAGE,
                        settings.manifestTimeout())
                .map(page -> new OfferPage(page.definition(), page.sstables(), page.next() == null, page.total())));
    }

    private static Asked askLive(
            int index, Peers.Peer peer, TableRef table, List<String> ranges, @Nullable String snapshot) {
        TableDefinition definition = peer.ask(client -> client.table(table.keyspace(), table.table()))
                .definition();
        Instant takenAt = snapshot == null
                ? null
                : peer.ask(client -> client.snapshot(snapshot)).createdAt();
        Holdings held =
                snapshot == null ? Holdings.live(peer, table.keyspace()) : Holdings.after(peer, table.keyspace(), null);
        Offer offer = offer(index, peer, table, held, ranges, takenAt);
        SstableQuery query = new SstableQuery(table.keyspace(), table.table(), ranges, snapshot, List.of(), null, null);
        return new Asked(peer, offer, client -> client.sstablePages(query)
                .map(page -> new OfferPage(definition, unproven(page), page.next() == null, null)));
    }

    private static Offer offer(
            int index, Peers.Peer peer, TableRef table, Holdings held, List<String> ranges, @Nullable Instant takenAt) {
        return new Offer(
                index,
                peer.node().hostId(),
                peer.node().partitioner(),
                table,
                held.now(),
                held.atSnapshot(),
                Holdings.tokens(ranges),
                takenAt);
    }

    /** Good enough for a plan that nobody carries out. */
    private static List<ManifestSstable> unproven(SstablePage page) {
        return page.sstables().stream().map(PlanPhase::unproven).toList();
    }

    private static ManifestSstable unproven(SstableInfo sstable) {
        return new ManifestSstable(
                sstable,
                sstable.components().stream()
                        .map(component -> new ManifestComponent(
                                component.name(), component.bytes(), "", ChecksumOrigin.SIDECAR, null))
                        .toList());
    }
}
