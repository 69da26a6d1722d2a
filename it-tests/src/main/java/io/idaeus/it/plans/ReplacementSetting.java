/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** How a node is replaced, and in which ring. */
public record ReplacementSetting(CassandraVersion version, PlanWay way, Variant variant) {
    /** The properties of a ring. */
    public enum Variant {
        /** Three nodes, an operator, and no logins. */
        PLAIN("r1,r2,r3"),
        /** Four nodes in three racks. */
        RACKS("r1,r2,r3,r3"),
        /** The sidecar of the replacement restarts Cassandra itself. */
        LIFECYCLE("r1,r2,r3"),
        /** Clients must log in. */
        LOGINS("r1,r2,r3"),
        /** Every node has two data directories. */
        DISKS("r1,r2,r3"),
        /** TLS, and roles: sidecars are peers, and the operator another identity. The sidecar restarts Cassandra. */
        ROLES("r1,r2,r3"),
        /** Every node has Cassandra's own delays, and the plan keeps them. */
        DELAYS("r1,r2,r3");

        // One for each node.
        private final String racks;

        Variant(String racks) {
            this.racks = racks;
        }
    }

    private static final String[] CASSANDRAS_DELAYS = {
        "-Dcassandra.ring_delay_ms=30000",
        "-Dcassandra.broadcast_interval_ms=60000",
        "-Dcassandra.schema_delay_ms=30000"
    };

    /** A ring in which replicas differ. Its last node has died. */
    DeadRing ring() {
        DeadRing.Builder ring = DeadRing.of(version, "plan").cluster(nodes -> nodes.racks(variant.racks.split(","))
                .dataDirectories(variant == Variant.DISKS ? 2 : 1));
        switch (variant) {
            case PLAIN, RACKS, DISKS -> {}
            case LIFECYCLE -> ring.lifecycle();
            case LOGINS -> ring.cluster(CassandraCluster.Builder::authenticating);
            case ROLES -> ring.roles().lifecycle();
            case DELAYS -> ring.cluster(nodes -> nodes.jvmOptions(CASSANDRAS_DELAYS));
        }
        return DifferingRows.in(ring).start();
    }

    /** A new host for the ring's dead node, and a plan in this way. */
    PlanDriver replacement(DeadRing ring) {
        return ring.replacement().asking(request -> request.way(way)
                .joinDelays(variant == Variant.DELAYS ? JoinDelays.CASSANDRA : null));
    }

    /**
     * Every combination.
     *
     * @param versions for instance {@code 4.0,6.0}
     * @param ways for instance {@code survey,direct}
     * @param variants for instance {@code plain,racks}
     * @throws IllegalArgumentException where one is unknown
     */
    public static Stream<ReplacementSetting> all(String versions, String ways, String variants) {
        return words(versions).map(CassandraVersion::of).flatMap(version -> words(ways)
                .map(way -> PlanWay.valueOf(way.toUpperCase(Locale.ROOT)))
                .flatMap(way -> words(variants)
                        .map(variant -> new ReplacementSetting(
                                version, way, Variant.valueOf(variant.toUpperCase(Locale.ROOT))))));
    }

    private static Stream<String> words(String list) {
        return Arrays.stream(list.split(","));
    }

    @Override
    public String toString() {
        return version + " " + way + " " + variant;
    }
}
