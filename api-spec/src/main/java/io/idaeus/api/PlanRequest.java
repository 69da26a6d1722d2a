/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to plan. Addresses of sidecars are those of their control planes, for instance {@code http://10.0.0.1:9043}.
 *
 * @param dead for {@code REPLACE}: the address or the host id of the dead node
 * @param destinations for {@code REPLACE}: the sidecar of the replacement. For {@code REBUILD}: the sidecars of the nodes to
 *     fill; all nodes of {@code datacenter} where absent
 * @param datacenter for {@code REBUILD}: the data centre to fill
 * @param sourceDatacenter for {@code REBUILD}: the data centre to fill it from
 * @param way for {@code REPLACE}: how the replacement joins; {@code SURVEY} where absent
 * @param writes consistency level of the writes by keyspace; the key {@code *} is for all others, where absent {@code QUORUM}, and
 *     {@code LOCAL_QUORUM} for {@code REBUILD}
 * @param keyspaces for {@code REBUILD}: the keyspaces to fill; all with replicas in both data centres where absent
 * @param maxAmplification for {@code REPLACE}: Cassandra streams a keyspace itself where whole SSTables would move more
 *     than this many times the bytes that are needed; 3 where absent
 * @param maxRate bytes per second for the whole plan; no limit of its own where absent
 * @param sidecars further sidecars of the cluster, where they do not listen at their node's address
 * @param accept codes of findings to accept
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record PlanRequest(
        PlanKind kind,
        @Nullable String dead,
        @Nullable @Bounded.Addresses List<String> destinations,
        @Nullable String datacenter,
        @Nullable String sourceDatacenter,
        @Nullable PlanWay way,
        @Nullable Map<String, String> writes,
        @Nullable @Bounded.Names List<String> keyspaces,

        @Nullable @Schema(minimum = "1", maximum = "" + Bounds.MAX_AMPLIFICATION)
        Double maxAmplification,

        @Nullable @Bounded.Rate Long maxRate,
        @Nullable @Bounded.Addresses List<String> sidecars,
        @Nullable @Bounded.PlanFindings List<String> accept) {}
