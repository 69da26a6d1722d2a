/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.Bundles;
import io.idaeus.sidecar.fetch.CompressionChoice;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchRequestBuilder;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Fetcher;
import io.idaeus.sidecar.fetch.Fetching;
import io.idaeus.sidecar.fetch.SourceConnections;
import io.idaeus.sidecar.wire.Bundle;
import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.CompressedBlock;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

/** Fetches from the data plane of another sidecar. */
final class PeerFetcher implements ComponentFetcher {
    // A peer or a firewall that admits no further connection looks like this.
    private static final Set<FetchResult.Reason> EXTRA_CONNECTION_FAILED = Set.of(
            FetchResult.Reason.PEER_BUSY,
            FetchResult.Reason.UNREACHABLE,
            FetchResult.Reason.CONNECTION_LOST,
            FetchResult.Reason.TIMED_OUT);

    private final Fetcher fetcher;
    private final InetSocketAddress dataPlane;
    private final Together together;
    private final SourceConnections connections;
    private final CompressionChoice compression;

    /** @param capabilities of the peer */
    PeerFetcher(
            Fetcher fetcher,
            InetSocketAddress dataPlane,
            List<String> capabilities,
            PeerSettings settings,
            FetchTerms terms) {
        this.fetcher = fetcher;
        this.dataPlane = dataPlane;
        this.together = capabilities.contains(Bundle.CAPABILITY)
                ? new Together(Bundles.MAX_FILES, Bundles.MAX_BYTES, Bundles.MAX_FILE_BYTES, Bundle.MAX_RANGES)
                : Together.NEVER;
        Integer wanted = terms.connections();
        ConnectionPermits permits =
                new ConnectionPermits(wanted == null ? settings.connections() : wanted, terms.pace());
        this.connections = wanted == null && settings.adaptConnections()
                ? fetcher.adapt(terms.transfer(), dataPlane, permits)
                : SourceConnections.fixed(permits);
        TransferRequest.Compression asked = terms.compression() == null ? settings.compression() : terms.compression();
        this.compression =
                asked == TransferRequest.Compression.ZSTD && capabilities.contains(CompressedBlock.CAPABILITY)
                        ? CompressionChoice.zstd(terms.compressed()::arrived)
                        : CompressionChoice.off();
    }

    @Override
    public Together together() {
        return together;
    }

    // For each connection one, and one whose request is sent ahead or that begins while the last is forced to disk. For
    // bundles, too: to force so many files takes as long as to receive them.
    @Override
    public int slots() {
        return 2 * connections.number();
    }

    @Override
    public int connections() {
        return connections.number();
    }

    @Override
    public void expect(long bytes) {
        connections.expect(bytes);
    }

    @Override
    public void adapt(boolean failing) {
        connections.update(failing);
    }

    @Override
    public boolean hasCaused(FetchResult.Failed failure) {
        return EXTRA_CONNECTION_FAILED.contains(failure.reason()) && connections.refused();
    }

    @Override
    public Fetching<FetchResult> fetch(ComponentRequest request) {
        return fetcher.fetch(fetchRequest(request));
    }

    @Override
    public Fetching<BundleResult> fetchTogether(List<BundledComponent> requests) {
        return fetcher.fetchTogether(requests.stream()
                .map(each -> new BundleEntry(fetchRequest(each.request()), each.content()))
                .toList());
    }

    private FetchRequest fetchRequest(ComponentRequest request) {
        return FetchRequestBuilder.builder()
                .peer(dataPlane)
                .component(new ComponentPath(
                        request.snapshot(),
                        request.table().keyspace(),
                        request.table().table(),
                        request.sstable(),
                        request.component()))
                .size(request.size())
                .crc32(request.crc32())
                .destination(request.destination())
                .progress(bytes -> {
                    request.progress().accept(bytes);
                    connections.received(bytes);
                })
                .permits(connections.permits())
                .compression(compression)
                .excerpt(request.excerpt())
                .build();
    }
}
