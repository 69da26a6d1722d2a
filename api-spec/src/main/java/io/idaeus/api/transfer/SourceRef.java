/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sidecar to pull from.
 *
 * @param uri address of its control plane, for instance {@code http://10.0.0.1:9043}
 * @param hostId host id of its node; pinned on first contact where absent
 * @param cluster name of its node's cluster; pinned on first contact where absent. Clusters of Cassandra 6.0 may repeat host ids
 * @param ranges ranges to pull from this source, {@code left:right} each; the transfer's ranges where absent
 * @param base a snapshot of this source: SSTables that it holds do not move
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record SourceRef(
        @Bounded.Address String uri,
        @Nullable String hostId,
        @Nullable String cluster,
        @Nullable @Bounded.Ranges List<String> ranges,
        @Nullable @Bounded.Snapshot String base) {

    /** A source of everything that it has. */
    public SourceRef(String uri, @Nullable String hostId, @Nullable String cluster, @Nullable List<String> ranges) {
        this(uri, hostId, cluster, ranges, null);
    }

    /** A source in any cluster. */
    public SourceRef(String uri, @Nullable String hostId, @Nullable List<String> ranges) {
        this(uri, hostId, null, ranges);
    }

    /** A source with any node and cluster, for the transfer's ranges. */
    public static SourceRef at(String uri) {
        return new SourceRef(uri, null, null, null, null);
    }
}
