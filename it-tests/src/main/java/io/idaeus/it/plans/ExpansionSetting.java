/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A ring, and the nodes that a plan adds to it.
 *
 * @param places of the nodes that are there
 * @param added places of the new nodes, in the order in which they join
 * @param tokens of each node
 * @param replicas in each data centre
 * @param roles whether sidecars authenticate: those of nodes are peers, and the operator is another identity
 */
public record ExpansionSetting(
        CassandraVersion version,
        List<Place> places,
        List<Place> added,
        int tokens,
        int replicas,
        Compaction compaction,
        boolean roles) {
    private static final String DATACENTER = "datacenter1";

    /** Where a node stands. */
    public record Place(String datacenter, String rack) {}

    /** How tables are compacted. */
    public enum Compaction {
        STCS("'SizeTieredCompactionStrategy'"),
        LCS("'LeveledCompactionStrategy'"),
        UCS("'UnifiedCompactionStrategy'"),
        /** Few and small as they are, Cassandra would merge all that a node has into one. */
        NONE("'SizeTieredCompactionStrategy', 'min_threshold': 100, 'max_threshold': 200");

        private final String options;

        Compaction(String options) {
            this.options = options;
        }
    }

    /**
     * Each value of each column of this table occurs with each value of each other column: versions, how many nodes, places,
     * tokens, replicas and compaction. But for UCS, which 4.0 and 4.1 lack, and for two data centres, which need six nodes.
     */
    static final List<ExpansionSetting> PAIRWISE = List.of(
            new ExpansionSetting(CassandraVersion.V4_0, racks("abc"), racks("a"), 16, 3, Compaction.STCS),
            new ExpansionSetting(CassandraVersion.V4_1, oneRack(3), oneRack(1), 1, 2, Compaction.LCS),
            new ExpansionSetting(CassandraVersion.V5_0, oneRack(3), oneRack(1), 1, 2, Compaction.STCS),
            new ExpansionSetting(CassandraVersion.V6_0, racks("abc"), racks("a"), 1, 3, Compaction.UCS),
            new ExpansionSetting(CassandraVersion.V4_0, oneRack(3), oneRack(2), 1, 3, Compaction.STCS),
            new ExpansionSetting(CassandraVersion.V4_1, racks("abc"), racks("ab"), 1, 2, Compaction.LCS),
            new ExpansionSetting(CassandraVersion.V5_0, racks("abc"), racks("ab"), 16, 3, Compaction.UCS),
            new ExpansionSetting(CassandraVersion.V6_0, oneRack(3), oneRack(2), 16, 2, Compaction.UCS),
            new ExpansionSetting(CassandraVersion.V4_0, twoDatacenters(), inFirst(2), 16, 2, Compaction.LCS),
            new ExpansionSetting(CassandraVersion.V4_1, twoDatacenters(), inFirst(2), 16, 3, Compaction.STCS),
            new ExpansionSetting(CassandraVersion.V5_0, twoDatacenters(), inFirst(2), 1, 3, Compaction.LCS),
            new ExpansionSetting(CassandraVersion.V6_0, oneRack(6), oneRack(2), 16, 3, Compaction.LCS),
            new ExpansionSetting(CassandraVersion.V6_0, twoDatacenters(), inFirst(2), 1, 2, Compaction.UCS),
            new ExpansionSetting(CassandraVersion.V6_0, racks("aabbcc"), racks("ab"), 1, 2, Compaction.STCS));

    public ExpansionSetting(
            CassandraVersion version,
            List<Place> places,
            List<Place> added,
            int tokens,
            int replicas,
            Compaction compaction) {
        this(version, places, added, tokens, replicas, compaction, false);
    }

    /** So many nodes in one rack. */
    public static List<Place> oneRack(int nodes) {
        return Collections.nCopies(nodes, new Place(DATACENTER, "rack1"));
    }

    /** A node in each of these racks, whose names have one letter. */
    public static List<Place> racks(String each) {
        return each.chars()
                .mapToObj(rack -> new Place(DATACENTER, Character.toString(rack)))
                .toList();
    }

    private static List<Place> twoDatacenters() {
        return Stream.concat(inFirst(3).stream(), Collections.nCopies(3, new Place("dc2", "rack1")).stream())
                .toList();
    }

    private static List<Place> inFirst(int nodes) {
        return Collections.nCopies(nodes, new Place("dc1", "rack1"));
    }

    /** In a ring in which sidecars authenticate. */
    public ExpansionSetting withRoles() {
        return new ExpansionSetting(version, places, added, tokens, replicas, compaction, true);
    }

    Map<String, Integer> replication() {
        Map<String, Integer> replication = new TreeMap<>();
        places.forEach(place -> replication.put(place.datacenter(), replicas));
        return replication;
    }

    /** In which all new nodes stand. */
    String datacenter() {
        return added.get(0).datacenter();
    }

    // In one rack, those that join later take ranges over from those before.
    boolean passesOn() {
        return Set.copyOf(added).size() < added.size();
    }

    /** Any two of three replicas in a data centre know every row. With two replicas, each of them is needed. */
    boolean bearsAbsence() {
        return replicas >= 3;
    }

    /** Whether a write at QUORUM needs fewer than all of the replicas. */
    boolean bearsRestart() {
        return places.stream().map(Place::datacenter).distinct().count() * replicas >= 3;
    }

    DeadRing ring() {
        DeadRing.Builder ring = DeadRing.of(version, "grow-" + version)
                .cluster(nodes -> nodes.locations(
                                places.stream().map(Place::datacenter).toList(),
                                places.stream().map(Place::rack).toList())
                        .numTokens(tokens))
                .quickDeaths();
        if (roles) {
            ring.roles();
        }
        return DifferingRows.in(ring, replication()).data(this::compact).startAlive();
    }

    private void compact(CassandraCluster all) {
        for (PayloadTable table : List.of(DifferingRows.SAME, DifferingRows.DIFFERING, DifferingRows.JOURNAL)) {
            all.cql()
                    .execute(
                            "ALTER TABLE " + table.name() + " WITH compaction = {'class': " + compaction.options + "}");
        }
    }

    @Override
    public String toString() {
        return "%s: %d nodes and %s more, %d tokens, %d replicas, %s"
                .formatted(
                        version,
                        places.size(),
                        added.stream()
                                .map(place -> place.datacenter() + "/" + place.rack())
                                .collect(Collectors.joining(", ")),
                        tokens,
                        replicas,
                        compaction);
    }

    /**
     * Those of {@link #PAIRWISE} of some versions, the smallest first.
     *
     * @param versions for instance {@code 4.0,6.0}
     * @throws IllegalArgumentException where one is unknown
     */
    static List<ExpansionSetting> pairwise(String versions) {
        Set<CassandraVersion> wanted =
                Arrays.stream(versions.split(",")).map(CassandraVersion::of).collect(Collectors.toSet());
        return PAIRWISE.stream()
                .filter(setting -> wanted.contains(setting.version))
                .toList();
    }

    /** The smallest of {@link #PAIRWISE} of a version. */
    public static ExpansionSetting smallest(CassandraVersion version) {
        return PAIRWISE.stream()
                .filter(setting -> setting.version == version)
                .findFirst()
                .orElseThrow();
    }
}
