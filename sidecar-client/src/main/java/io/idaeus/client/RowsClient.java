/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.rows.RowCellsList;
import io.idaeus.api.rows.RowCellsRequest;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowKeyPage;
import io.idaeus.api.rows.RowKeyRequest;
import java.time.Duration;

/** Reads rows of one side of a comparison. Errors as of {@link SidecarClient}; thread-safe. */
public final class RowsClient {
    // A sidecar reads for some seconds, and waits for Cassandra where that is slow.
    private static final Duration LONGEST = Duration.ofSeconds(90);

    private final Wire wire;

    RowsClient(Wire wire) {
        this.wire = wire;
    }

    public RowDigestPage digests(RowDigestRequest request) {
        return call("digests", request, RowDigestPage.class);
    }

    public RowKeyPage keys(RowKeyRequest request) {
        return call("keys", request, RowKeyPage.class);
    }

    public RowCellsList cells(RowCellsRequest request) {
        return call("cells", request, RowCellsList.class);
    }

    private <T> T call(String what, Object request, Class<T> type) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "rows", what), request)
                        .build(),
                LONGEST,
                type);
    }
}
