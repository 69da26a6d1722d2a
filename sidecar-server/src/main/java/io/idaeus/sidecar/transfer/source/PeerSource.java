/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceRequest;
import io.idaeus.api.snapshot.LeaseRequest;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstablePage;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SstableQuery;
import io.idaeus.sidecar.fetch.Fetcher;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.OfferPage;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sidecar of another node. */
final class PeerSource implements SstableSource {
    // SSTables. A source says about 10 KiB of one with indexes, and twice that is in memory while a page is read.
    private static final int PAGE = 250;

    private static final Set<ProblemType> GONE = Set.of(ProblemType.UNKNOWN_TABLE, ProblemType.UNKNOWN_KEYSPACE);

    // Asked at each call, since certificates change.
    private final Supplier<SidecarClient> client;
    private final NodeInfo node;
    private final InetSocketAddress dataPlane;
    private final Fetcher fetcher;
    private final PeerSettings settings;

    PeerSource(
            Supplier<SidecarClient> client,
            NodeInfo node,
            InetSocketAddress dataPlane,
            Fetcher fetcher,
            PeerSettings settings) {
        this.client = client;
        this.node = node;
        this.dataPlane = dataPlane;
        this.fetcher = fetcher;
        this.settings = settings;
    }

    @Override
    public SourceDescription description() {
        return new SourceDescription(
                node.hostId(),
                node.cluster(),
                node.partitioner(),
                node.capabilities().contains(NodeInfo.SLICES));
    }

    @Override
    public TokenRanges owned(String keyspace) {
        SidecarClient now = client.get();
        Ring ring = PeerFailures.translated(now, () -> now.ring(keyspace));
        try {
            return TokenRanges.of(ring.ranges().stream()
                    .filter(RingRange::local)
                    .map(RingRange::range)
                    .map(TokenRange::parse)
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    ProblemType.PEER_FAILED,
                    now.base() + ": the ring of " + keyspace + ": " + e.getMessage() + "; check its version",
                    e);
        }
    }

    @Override
    public void lease(String transfer, String snapshot, Duration ttl, boolean clearOnRelease) {
        call(peer -> peer.lease(transfer, new LeaseRequest(snapshot, ttl.toSeconds() + "s", clearOnRelease)));
    }

    @Override
    public void release(String transfer) {
        call(peer -> {
            peer.release(transfer);
            return transfer;
        });
    }

    @Override
    public void takeSnapshot(String snapshot, List<TableRef> tables, @Nullable Boolean skipFlush) {
        SnapshotRequest request = new SnapshotRequest(snapshot, null, tables, null, skipFlush);
        call(peer -> {
            try {
                peer.createSnapshot(request);
            } catch (SidecarException e) {
                // An earlier attempt may have taken it before its response was lost.
                Optional<ProblemType> type = ProblemType.fromUri(e.problem().type());
                if (!type.equals(Optional.of(ProblemType.SNAPSHOT_EXISTS))) {
                    throw e;
                }
            }
            return snapshot;
        });
    }

    @Override
    public @Nullable Instant snapshotTime(String snapshot) {
        return call(peer -> peer.snapshot(snapshot)).createdAt();
    }

    @Override
    public Set<TableRef> tables(String snapshot) {
        return Set.copyOf(call(peer -> peer.snapshot(snapshot)).tables());
    }

    @Override
    public @Nullable Integer gcGraceNow(TableRef table) {
        Optional<Integer> now = call(peer -> {
            try {
                return Optional.of(
                        peer.table(table.keyspace(), table.table()).definition().gcGraceSeconds());
            } catch (SidecarException e) {
                if (ProblemType.fromUri(e.problem().type())
                        .filter(GONE::contains)
                        .isEmpty()) {
                    throw e;
                }
                return Optional.empty();
            }
        });
        return now.orElse(null);
    }

    @Override
    public Iterator<OfferPage> manifest(String snapshot, TableRef table, List<String> ranges) {
        return pages(peer -> peer.manifestPages(
                        snapshot, table.keyspace(), table.table(), ranges, PAGE, settings.manifestTimeout())
                .map(page -> new OfferPage(
                        page.definition(),
                        page.definitionUnknown(),
                        Boolean.TRUE.equals(page.unlisted()),
                        page.sstables(),
                        page.next() == null,
                        page.total())));
    }

    @Override
    public List<SliceDescription> slices(String snapshot, TableRef table, List<String> ranges, List<String> sstables) {
        SliceRequest request = new SliceRequest(table.keyspace(), table.table(), ranges, sstables);
        List<SliceDescription> described = call(peer -> peer.slices(snapshot, request, settings.manifestTimeout()))
                .slices();
        List<String> names = described.stream().map(SliceDescription::sstable).toList();
        if (names.isEmpty()
                || names.size() > sstables.size()
                || !sstables.subList(0, names.size()).equals(names)) {
            throw new ProblemException(
                    ProblemType.PEER_FAILED,
                    client.get().base() + " describes slices of " + Listed.of(names) + " (expected: of the first of "
                            + Listed.of(sstables) + "); check its version");
        }
        return described;
    }

    @Override
    public Iterator<OfferPage> listing(@Nullable String snapshot, TableRef table, List<String> ranges) {
        SstableQuery query = new SstableQuery(table.keyspace(), table.table(), ranges, snapshot, List.of(), null, null);
        TableDefinition live = snapshot == null ? definition(table) : null;
        return pages(peer -> peer.sstablePages(query)
                .map(page -> new OfferPage(
                        live == null ? definition(page, table) : live,
                        page.definitionUnknown(),
                        Boolean.TRUE.equals(page.unlisted()),
                        withoutChecksums(page),
                        page.next() == null,
                        null)));
    }

    // The source has none where it would have to ask Cassandra: asked directly, it says why.
    private TableDefinition definition(SstablePage page, TableRef table) {
        TableDefinition own = page.definition();
        return own == null ? definition(table) : own;
    }

    private TableDefinition definition(TableRef table) {
        return call(peer -> peer.table(table.keyspace(), table.table())).definition();
    }

    private static List<ManifestSstable> withoutChecksums(SstablePage page) {
        return page.sstables().stream().map(PeerSource::withoutChecksums).toList();
    }

    private static ManifestSstable withoutChecksums(SstableInfo sstable) {
        return new ManifestSstable(
                sstable,
                sstable.components().stream()
                        .map(component -> new ManifestComponent(
                                component.name(), component.bytes(), "", ChecksumOrigin.SIDECAR, null))
                        .toList());
    }

    @Override
    public ComponentFetcher fetcher(FetchTerms terms) {
        return new PeerFetcher(fetcher, dataPlane, node.capabilities(), settings, terms);
    }

    private <T> T call(Function<SidecarClient, T> question) {
        SidecarClient now = client.get();
        return PeerFailures.translated(now, () -> question.apply(now));
    }

    private Iterator<OfferPage> pages(Function<SidecarClient, Stream<OfferPage>> question) {
        SidecarClient now = client.get();
        Iterator<OfferPage> pages = question.apply(now).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return PeerFailures.translated(now, pages::hasNext);
            }

            @Override
            public OfferPage next() {
                return PeerFailures.translated(now, pages::next);
            }
        };
    }
}
