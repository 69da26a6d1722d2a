/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whose SSTables a plan cuts to the ranges: those of every keyspace, where all sidecars can. It costs less than to move them
 * whole and to clean up afterwards, whatever the share of the rows that is needed ({@link Estimates} has the figures).
 */
public final class Slicing {
    private static final int NAMED = 3;

    private final ClusterFacts facts;
    private final PlanFindings findings;
    // Whether every destination wants a range.
    private final BiPredicate<KeyspaceFacts, RingRange> wantedByAll;
    // Addresses of sidecars of earlier versions.
    private final List<String> unable;
    // By keyspace, why some cannot be cut.
    private final Map<String, Optional<String>> uncut = new HashMap<>();
    // Host ids of those that have a range which is not wanted, by keyspace.
    private final Map<String, Set<String>> wantedInPart = new HashMap<>();
    // By host id and keyspace.
    private final Map<String, Map<String, HeldBytes>> held = new HashMap<>();

    /** @param filled host ids of the nodes whose ranges are filled: the dead one, or the destinations */
    public Slicing(ClusterFacts facts, PlanFindings findings, Collection<String> filled) {
        this(facts, findings, (keyspace, range) -> areReplicas(filled, range));
    }

    /** @param wantedByAll whether every destination wants a range; asked when sources are chosen */
    public Slicing(ClusterFacts facts, PlanFindings findings, BiPredicate<KeyspaceFacts, RingRange> wantedByAll) {
        this.facts = facts;
        this.wantedByAll = wantedByAll;
        this.findings = findings;
        this.unable = Stream.concat(
                        facts.members().stream()
                                .filter(member -> member.canServe() && !member.slices())
                                .map(member -> member.node().address()),
                        facts.destinations().stream()
                                .filter(host -> !host.host().offers(NodeInfo.SLICES))
                                .map(HostFacts::sidecar))
                .distinct()
                .toList();
    }

    /** @param nodes by host id */
    public static boolean areReplicas(Collection<String> nodes, RingRange range) {
        return range.replicas().stream()
                .map(Replica::hostId)
                .collect(Collectors.toSet())
                .containsAll(nodes);
    }

    public boolean cuts(String keyspace) {
        return unable.isEmpty() && uncut(keyspace).isEmpty();
    }

    private Optional<String> uncut(String keyspace) {
        return uncut.computeIfAbsent(keyspace, name -> facts.found(name, FindingCode.SLICE_IMPOSSIBLE));
    }

    /** Says why the SSTables of a keyspace that Idaeus fills move whole, where they do. */
    public void tell(String keyspace) {
        if (!unable.isEmpty()) {
            findings.add(
                    PlanFindingCode.WHOLE_SSTABLES,
                    "cluster",
                    "these sidecars are too old to cut SSTables: " + Listed.of(unable, NAMED));
        } else {
            uncut(keyspace).ifPresent(why -> findings.add(PlanFindingCode.WHOLE_SSTABLES, keyspace, why));
        }
    }

    /**
     * The same, for the choice of sources. Where all that a node holds is wanted, its SSTables move as they are if it is the one
     * source of all of it: then one source is better than a part from each.
     */
    @Nullable
    HeldBytes offered(MemberFacts member, KeyspaceFacts keyspace) {
        boolean all = !wantedInPart
                .computeIfAbsent(keyspace.name(), name -> wantedInPart(keyspace))
                .contains(member.node().hostId());
        return all ? member.sizes().get(keyspace.name()) : held(member, keyspace.name());
    }

    private Set<String> wantedInPart(KeyspaceFacts keyspace) {
        Set<String> found = new HashSet<>();
        for (RingRange range : keyspace.ranges()) {
            if (!wantedByAll.test(keyspace, range)) {
                range.replicas().stream().map(Replica::hostId).forEach(found::add);
            }
        }
        return found;
    }

    /** The bytes that a node holds of a keyspace, cut where SSTables are cut; null where they are not known. */
    @Nullable
    public HeldBytes held(MemberFacts member, String keyspace) {
        HeldBytes whole = member.sizes().get(keyspace);
        return whole == null || !cuts(keyspace)
                ? whole
                : held.computeIfAbsent(member.node().hostId(), any -> new HashMap<>())
                        .computeIfAbsent(keyspace, any -> whole.cut());
    }
}
