/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source as it was on first contact. Later contacts must find the same node of the same cluster there.
 *
 * @param uri of the control plane
 * @param cluster its name; null in what an older sidecar wrote
 * @param dataHost of the data plane
 * @param snapshot the tag that the SSTables are taken from
 * @param ranges what is taken from it, {@code left:right} each
 * @param ownSnapshot whether the snapshot was taken for this transfer
 * @param held what its node owned just before that, by keyspace; null for an existing snapshot
 */
record PinnedSource(
        String uri,
        String hostId,
        @Nullable String cluster,
        String dataHost,
        int dataPort,
        String snapshot,
        List<String> ranges,
        boolean ownSnapshot,
        @Nullable Map<String, List<String>> held) {

    /** The same, asked for more. */
    PinnedSource askedAlso(TokenRanges more) {
        List<String> all = Replacements.union(Holdings.tokens(ranges), more).ranges().stream()
                .map(TokenRange::toString)
                .toList();
        return new PinnedSource(uri, hostId, cluster, dataHost, dataPort, snapshot, all, ownSnapshot, held);
    }
}
