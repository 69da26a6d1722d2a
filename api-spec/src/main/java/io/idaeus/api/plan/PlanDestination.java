/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node that the plan fills.
 *
 * @param hostId absent before its Cassandra has started
 * @param address of its node; absent before its Cassandra has started
 * @param bytes to move
 * @param bytesNeeded of them, within the ranges of this node
 * @param bytesPeak disk space that is needed at the peak
 * @param bytesFree disk space that is free
 * @param sources what each source sends
 * @param starts how its Cassandra is started, in this order
 * @param lifecycle whether {@code cassandra.lifecycle} does it; an operator otherwise
 * @param tokens that it joins with; absent where it joins with none of its own
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PlanDestination(
        String sidecar,
        @Nullable String hostId,
        @Nullable String address,
        String datacenter,
        String rack,
        long bytes,
        long bytesNeeded,
        long bytesPeak,
        long bytesFree,
        List<PlanSource> sources,
        List<PlanStart> starts,
        boolean lifecycle,
        @Nullable List<String> tokens) {
    /** One that joins with no tokens of its own. */
    public PlanDestination(
            String sidecar,
            @Nullable String hostId,
            @Nullable String address,
            String datacenter,
            String rack,
            long bytes,
            long bytesNeeded,
            long bytesPeak,
            long bytesFree,
            List<PlanSource> sources,
            List<PlanStart> starts,
            boolean lifecycle) {
        this(
                sidecar,
                hostId,
                address,
                datacenter,
                rack,
                bytes,
                bytesNeeded,
                bytesPeak,
                bytesFree,
                sources,
                starts,
                lifecycle,
                null);
    }
}
