/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How Cassandra runs.
 *
 * @param options its JVM options that begin with {@code -Dcassandra.}, in the order given
 * @param mode its operation mode, for instance {@code NORMAL}
 * @param phase what the mode and the options come to
 * @param hostId its host id
 * @param address its broadcast address
 * @param numTokens its setting {@code num_tokens}; the number of its tokens while CQL is closed; absent without tokens
 * @param seeds the addresses of its seeds; its own only while CQL is open
 * @param pendingCompactions number of its compactions that wait or run, as Cassandra estimates it
 * @param streamedBytes what it has received by Cassandra's own streaming since its start
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record CassandraProcess(
        String version,
        Instant startedAt,
        List<String> options,
        String mode,
        Phase phase,
        String hostId,
        @Nullable String address,
        String datacenter,
        String rack,
        @Nullable Integer numTokens,
        List<String> seeds,
        int pendingCompactions,
        long streamedBytes) {

    /** Where the node stands between its start and the ring. */
    public enum Phase {
        /** The start is not complete. */
        STARTING,
        /** Started with {@code join_ring=false}: it owns nothing. */
        NOT_JOINED,
        /** In write survey: it receives writes, and nobody reads it. */
        SURVEY,
        /** A member of the ring. */
        NORMAL,
        /** Leaving, moving, draining, drained or failed. */
        OTHER
    }
}
