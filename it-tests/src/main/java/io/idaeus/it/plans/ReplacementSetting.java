/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.PlanWay;
import io.idaeus.it.harness.CassandraVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How a node is replaced, and in which ring. */
public record ReplacementSetting(CassandraVersion version, PlanWay way, Variant variant) {
    /** What is special about a ring. */
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
        ROLES("r1,r2,r3");

        private final String racks;

        Variant(String racks) {
            this.racks = racks;
        }

        /** One for each node; the last one dies. */
        List<String> racks() {
            return List.of(racks.split(","));
        }
    }

    static ReplacementSetting of(CassandraVersion version, PlanWay way) {
        return new ReplacementSetting(version, way, Variant.PLAIN);
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
        return words(versions).map(ReplacementSetting::version).flatMap(version -> words(ways)
                .map(way -> PlanWay.valueOf(way.toUpperCase(Locale.ROOT)))
                .flatMap(way -> words(variants)
                        .map(variant -> new ReplacementSetting(
                                version, way, Variant.valueOf(variant.toUpperCase(Locale.ROOT))))));
    }

    private static Stream<String> words(String list) {
        return Arrays.stream(list.split(","));
    }

    private static CassandraVersion version(String line) {
        return Arrays.stream(CassandraVersion.values())
                .filter(version -> version.line().equals(line))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "version: " + line + " (expected: " + Arrays.toString(CassandraVersion.values()) + ")"));
    }

    @Override
    public String toString() {
        return version + " " + way + " " + variant;
    }
}
