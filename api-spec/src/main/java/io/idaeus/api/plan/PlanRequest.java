/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for a plan. Addresses of sidecars are those of their control planes, for instance {@code http://10.0.0.1:9043}.
 *
 * @param dead for {@code REPLACE}: the address or the host id of the dead node
 * @param destinations for {@code REPLACE}: the sidecar of the replacement. For {@code REBUILD}: the sidecars of the nodes to
 *     fill; all nodes of {@code datacenter} where absent. For {@code EXPAND}: the sidecars of the new nodes, in the order in
 *     which they join. For {@code CLEANUP}: the sidecars of the nodes to clean up; all nodes of {@code datacenter} where absent
 * @param datacenter for {@code REBUILD}: the data centre to fill. For {@code EXPAND}: the data centre of the new nodes; absent
 *     where the cluster has one. For {@code CLEANUP}: the data centre to clean up; all where absent
 * @param sourceDatacenter for {@code REBUILD}: the data centre to fill it from. For {@code CLONE}: the data centre to clone from,
 *     where writes are at a {@code LOCAL_*} level; that of {@code from} where absent
 * @param way for {@code REPLACE}: how the replacement joins; {@code SURVEY} where absent
 * @param writes consistency level of the writes by keyspace; the key {@code *} is for all others, where absent {@code QUORUM}, and
 *     {@code LOCAL_QUORUM} for {@code REBUILD}, and for {@code CLONE} where a keyspace has replicas in several data centres
 * @param keyspaces for {@code REBUILD}: the keyspaces to fill; all with replicas in both data centres where absent. For
 *     {@code CLEANUP}: the keyspaces to clean up; all but Cassandra's own where absent
 * @param maxAmplification for {@code REPLACE}, where SSTables cannot be cut: Cassandra streams a keyspace itself if they
 *     would move more than this many times the bytes that are needed; 3 where absent
 * @param maxRate bytes per second for the whole plan; no limit of its own where absent
 * @param sidecars further sidecars of the cluster, where they do not listen at their node's address
 * @param accept codes of findings to accept
 * @param joinDelays for {@code REPLACE} in the way {@code SURVEY}, {@code SHORT} where absent; for {@code EXPAND}, {@code
 *     CASSANDRA} where absent
 * @param racks for {@code EXPAND}: the rack of each new node, by the address of its sidecar; absent where the data centre has
 *     one
 * @param tokens for {@code EXPAND}: the tokens of new nodes, by the address of their sidecars; a node that is not named gets as
 *     many as the nodes of its data centre have, chosen so that all replicate about as much
 * @param from for {@code CLONE}: a sidecar of the cluster to clone from, at an address where the sidecars of this cluster reach
 *     it
 * @param tables for {@code CLONE}: the tables to clone, by name or by pattern, for instance {@code shop.*}
 * @param replication for {@code CLONE}: how many replicas a keyspace that this cluster lacks gets in each data centre; as in the
 *     other cluster where absent
 * @param truncate for {@code CLONE}: whether tables that have rows here are emptied first
 * @param compare for {@code CLONE}: whether the tables are compared with those of the other cluster at the end
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
        @Nullable @Bounded.PlanFindings List<String> accept,
        @Nullable JoinDelays joinDelays,
        @Nullable Map<String, String> racks,
        @Nullable Map<String, List<String>> tokens,
        @Nullable @Bounded.Address String from,
        @Nullable @Bounded.TablePatterns List<String> tables,
        @Nullable Map<String, Map<String, Integer>> replication,
        @Nullable Boolean truncate,
        @Nullable Boolean compare) {

    /** Whether tables that have rows are emptied first. */
    public boolean truncates() {
        return Boolean.TRUE.equals(truncate);
    }

    /** Whether the tables of both clusters are compared in the end. */
    public boolean compares() {
        return Boolean.TRUE.equals(compare);
    }

    /** A request with the default of every other field. */
    public static Builder builder(PlanKind kind) {
        return new Builder(kind);
    }

    /** A builder with the values of this request. */
    public Builder toBuilder() {
        return builder(kind)
                .dead(dead)
                .destinations(destinations)
                .datacenter(datacenter)
                .sourceDatacenter(sourceDatacenter)
                .way(way)
                .writes(writes)
                .keyspaces(keyspaces)
                .maxAmplification(maxAmplification)
                .maxRate(maxRate)
                .sidecars(sidecars)
                .accept(accept)
                .joinDelays(joinDelays)
                .racks(racks)
                .tokens(tokens)
                .from(from)
                .tables(tables)
                .replication(replication)
                .truncate(truncate)
                .compare(compare);
    }

    /** Builds a request; null selects the default. Not thread-safe. */
    public static final class Builder {
        private final PlanKind kind;
        private @Nullable String dead;
        private @Nullable List<String> destinations;
        private @Nullable String datacenter;
        private @Nullable String sourceDatacenter;
        private @Nullable PlanWay way;
        private @Nullable Map<String, String> writes;
        private @Nullable List<String> keyspaces;
        private @Nullable Double maxAmplification;
        private @Nullable Long maxRate;
        private @Nullable List<String> sidecars;
        private @Nullable List<String> accept;
        private @Nullable JoinDelays joinDelays;
        private @Nullable Map<String, String> racks;
        private @Nullable Map<String, List<String>> tokens;
        private @Nullable String from;
        private @Nullable List<String> tables;
        private @Nullable Map<String, Map<String, Integer>> replication;
        private @Nullable Boolean truncate;
        private @Nullable Boolean compare;

        private Builder(PlanKind kind) {
            this.kind = kind;
        }

        public Builder dead(@Nullable String value) {
            dead = value;
            return this;
        }

        public Builder destinations(@Nullable List<String> value) {
            destinations = value;
            return this;
        }

        public Builder datacenter(@Nullable String value) {
            datacenter = value;
            return this;
        }

        public Builder sourceDatacenter(@Nullable String value) {
            sourceDatacenter = value;
            return this;
        }

        public Builder way(@Nullable PlanWay value) {
            way = value;
            return this;
        }

        public Builder writes(@Nullable Map<String, String> value) {
            writes = value;
            return this;
        }

        public Builder keyspaces(@Nullable List<String> value) {
            keyspaces = value;
            return this;
        }

        public Builder maxAmplification(@Nullable Double value) {
            maxAmplification = value;
            return this;
        }

        public Builder maxRate(@Nullable Long value) {
            maxRate = value;
            return this;
        }

        public Builder sidecars(@Nullable List<String> value) {
            sidecars = value;
            return this;
        }

        public Builder accept(@Nullable List<String> value) {
            accept = value;
            return this;
        }

        public Builder joinDelays(@Nullable JoinDelays value) {
            joinDelays = value;
            return this;
        }

        public Builder racks(@Nullable Map<String, String> value) {
            racks = value;
            return this;
        }

        public Builder tokens(@Nullable Map<String, List<String>> value) {
            tokens = value;
            return this;
        }

        public Builder from(@Nullable String value) {
            from = value;
            return this;
        }

        public Builder tables(@Nullable List<String> value) {
            tables = value;
            return this;
        }

        public Builder replication(@Nullable Map<String, Map<String, Integer>> value) {
            replication = value;
            return this;
        }

        public Builder truncate(@Nullable Boolean value) {
            truncate = value;
            return this;
        }

        public Builder compare(@Nullable Boolean value) {
            compare = value;
            return this;
        }

        public PlanRequest build() {
            return new PlanRequest(
                    kind,
                    dead,
                    destinations,
                    datacenter,
                    sourceDatacenter,
                    way,
                    writes,
                    keyspaces,
                    maxAmplification,
                    maxRate,
                    sidecars,
                    accept,
                    joinDelays,
                    racks,
                    tokens,
                    from,
                    tables,
                    replication,
                    truncate,
                    compare);
        }
    }
}
