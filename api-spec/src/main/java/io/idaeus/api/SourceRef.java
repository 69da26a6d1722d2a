/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sidecar to pull from.
 *
 * @param uri of its control plane, for instance {@code http://10.0.0.1:9043}
 * @param hostId the node it must be beside; pinned on first contact where null
 * @param cluster the name of that node's cluster; pinned on first contact where null. Host ids of Cassandra 6.0 repeat
 *     between clusters
 * @param ranges what to take from it; the transfer's ranges where null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SourceRef(
        String uri,
        @Nullable String hostId,
        @Nullable String cluster,
        @Nullable List<String> ranges) {

    /** A source of whatever cluster answers there. */
    public SourceRef(String uri, @Nullable String hostId, @Nullable List<String> ranges) {
        this(uri, hostId, null, ranges);
    }

    /** Whatever node and cluster answer there, for the transfer's ranges. */
    public static SourceRef at(String uri) {
        return new SourceRef(uri, null, null, null);
    }
}
