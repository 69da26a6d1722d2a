/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.net.InetSocketAddress;
import java.util.List;

/** Fetches components from peers. Thread-safe. */
public interface Fetcher {
    /**
     * Continues an earlier fetch, checks length and CRC32, forces the file and renames it. A file above {@link
     * PieceSettings#pieceBytes} arrives in pieces, over as many connections as the request has permits. A second fetch for
     * one destination fails as IN_USE.
     *
     * @return the result, or a defect as an exception; cancelling leaves the part file
     */
    Fetching<FetchResult> fetch(FetchRequest request);

    /**
     * Fetches small files by one request, from a peer with the capability {@code bundles}. What arrives is proven, but not
     * durable: {@link FileFetcher#unforced} makes it so. No other fetch may have one of the destinations. An incomplete
     * file leaves nothing behind. Progress counts complete files.
     *
     * @param entries at least one, of one peer, snapshot and permits, within the limits of {@link Bundles}
     * @return the results, or a defect as an exception
     */
    Fetching<BundleResult> fetchTogether(List<BundleEntry> entries);

    /**
     * Lets the number of connections to a peer follow what is measured, from the present number of permits up to {@link
     * FetchSettings#maxConnectionsPerPeer}.
     *
     * @param name for the log
     */
    SourceConnections adapt(String name, InetSocketAddress peer, ConnectionPermits permits);
}
