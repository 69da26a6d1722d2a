/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.node.RingRange;
import io.idaeus.api.plan.PlanEstimate;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKeyspaceBuilder;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.sidecar.balance.DestinationNode;
import io.idaeus.sidecar.balance.Locality;
import io.idaeus.sidecar.balance.Sharing;
import io.idaeus.sidecar.balance.SourceChoice;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.facts.WriteLevel;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides for each keyspace who fills it, and from which sources. */
public final class KeyspaceDrafts {
    private static final String DEFAULT_WRITES = "QUORUM";

    /**
     * The decision for all keyspaces.
     *
     * @param shares of the keyspaces that Idaeus fills
     * @param owned by destination and keyspace
     * @param weak keyspaces that are merged from fewer replicas than their writes ask for
     */
    public record Result(
            List<PlanKeyspace> keyspaces,
            SourceShares shares,
            Map<String, Map<String, List<String>>> owned,
            Set<String> weak) {
        public static Result of(
                ClusterFacts facts,
                Slicing slicing,
                List<PlanKeyspace> keyspaces,
                List<SourceChoice> choices,
                Map<String, Map<String, List<String>>> owned,
                Set<String> weak) {
            Set<String> filled = filled(keyspaces).collect(Collectors.toSet());
            List<SourceChoice> moved = choices.stream()
                    .filter(choice -> filled.contains(choice.group()))
                    .toList();
            return new Result(keyspaces, new SourceShares(facts, slicing, moved), owned, weak);
        }

        private static Stream<String> filled(List<PlanKeyspace> keyspaces) {
            return keyspaces.stream()
                    .filter(keyspace -> keyspace.treatment() == Treatment.FILL)
                    .map(PlanKeyspace::keyspace);
        }

        public long bytes(String destination) {
            return filled(keyspaces)
                    .mapToLong(keyspace -> shares.movedBytes(destination, keyspace, null))
                    .sum();
        }

        public long bytesNeeded(String destination) {
            return filled(keyspaces)
                    .mapToLong(keyspace -> shares.neededBytes(destination, keyspace, null))
                    .sum();
        }

        public boolean anyCut() {
            return keyspaces.stream().anyMatch(PlanKeyspace::cut);
        }

        public List<PlanSource> sources(String destination) {
            return shares.of(destination);
        }
    }

    private final PlanRequest request;
    private final ClusterFacts facts;
    private final Slicing slicing;
    private final Treatments treatments;
    private final PlanFindings findings;
    private final TimeLimit time;
    private final Set<String> weak = new LinkedHashSet<>();
    private final Set<String> incomplete = new LinkedHashSet<>();
    // By keyspace.
    private final Map<String, List<RingRange>> rangesOfDead = new HashMap<>();

    public KeyspaceDrafts(
            PlanRequest request,
            ClusterFacts facts,
            Slicing slicing,
            Treatments treatments,
            PlanFindings findings,
            TimeLimit time) {
        this.slicing = slicing;
        this.request = request;
        this.time = time;
        this.facts = facts;
        this.treatments = treatments;
        this.findings = findings;
    }

    /** The ranges of the dead node go to the destination. */
    public Result replace(MemberFacts dead, String destination) {
        Locality place = new Locality(dead.node().datacenter(), dead.node().rack());
        RangeSources sources = new RangeSources(facts, List.of(new DestinationNode(destination, place)), slicing, time);
        List<KeyspaceFacts> concerned = facts.keyspaces().stream()
                .filter(keyspace ->
                        Replication.of(keyspace.info().replication()).isRing())
                .filter(keyspace -> !ranges(keyspace, dead).isEmpty())
                .toList();
        concerned.forEach(keyspace -> demand(sources, keyspace, dead, destination));
        List<SourceChoice> choices = sources.balance().choices();
        SourceShares shares = new SourceShares(facts, slicing, choices);
        Map<String, List<String>> owned = new TreeMap<>();
        List<PlanKeyspace> keyspaces = new ArrayList<>();
        for (KeyspaceFacts keyspace : concerned) {
            keyspaces.add(keyspace(keyspace, dead, destination, shares));
            owned.put(
                    keyspace.name(),
                    ranges(keyspace, dead).stream().map(RingRange::range).toList());
        }
        return Result.of(facts, slicing, keyspaces, choices, Map.of(destination, owned), weak);
    }

    private List<RingRange> ranges(KeyspaceFacts keyspace, MemberFacts dead) {
        return rangesOfDead.computeIfAbsent(
                keyspace.name(), name -> keyspace.rangesOf(dead.node().hostId()));
    }

    WriteLevel writes(KeyspaceFacts keyspace) {
        Map<String, String> levels = request.writes() == null ? Map.of() : request.writes();
        return WriteLevel.parse(levels.getOrDefault(keyspace.name(), levels.getOrDefault("*", DEFAULT_WRITES)));
    }

    private boolean isAssumed(KeyspaceFacts keyspace) {
        Map<String, String> levels = request.writes() == null ? Map.of() : request.writes();
        return !levels.containsKey(keyspace.name()) && !levels.containsKey("*");
    }

    private CopyRule rule(KeyspaceFacts keyspace, MemberFacts dead) {
        return CopyRule.of(
                Replication.of(keyspace.info().replication()), dead.node().datacenter(), writes(keyspace));
    }

    private void demand(RangeSources sources, KeyspaceFacts keyspace, MemberFacts dead, String destination) {
        CopyRule rule = rule(keyspace, dead);
        boolean mayFill = treatments.mayFill(keyspace);
        int fewest = Integer.MAX_VALUE;
        int withoutReplica = 0;
        for (RingRange range : ranges(keyspace, dead)) {
            List<MemberFacts> candidates = candidates(range, dead, rule.local());
            fewest = Math.min(fewest, candidates.size());
            withoutReplica += candidates.isEmpty() ? 1 : 0;
            demandNearest(sources, keyspace, range, candidates, rule.copies(), dead, destination);
        }
        if (withoutReplica > 0 && !keyspace.info().system()) {
            incomplete.add(keyspace.name());
            findings.add(
                    PlanFindingCode.DATA_LOST,
                    keyspace.name(),
                    withoutReplica + " ranges have no live replica with a sidecar: the dead node was the only one");
        }
        if (withoutReplica > 0 && keyspace.name().equals("system_auth")) {
            findings.add(
                    PlanFindingCode.SYSTEM_RANGES_LOST,
                    keyspace.name(),
                    withoutReplica
                            + " of its ranges had their only live replica on the dead node: roles and permissions there are"
                            + " lost");
        }
        if (mayFill && isAssumed(keyspace)) {
            findings.add(
                    PlanFindingCode.CONSISTENCY_UNKNOWN,
                    keyspace.name(),
                    "its writes are taken to be at " + writes(keyspace));
        }
        if (mayFill && (fewest < rule.copies() || !rule.canBeKept())) {
            weak.add(keyspace.name());
            findings.add(PlanFindingCode.TOO_FEW_SOURCES, keyspace.name(), tooFew(keyspace, rule, fewest));
        }
    }

    // Replicas in other data centres only for the copies that its own cannot give.
    private static void demandNearest(
            RangeSources sources,
            KeyspaceFacts keyspace,
            RingRange range,
            List<MemberFacts> candidates,
            int copies,
            MemberFacts dead,
            String destination) {
        Map<Boolean, List<MemberFacts>> near = candidates.stream()
                .collect(Collectors.partitioningBy(
                        member -> member.node().datacenter().equals(dead.node().datacenter())));
        int left = copies;
        for (boolean here : List.of(true, false)) {
            List<MemberFacts> offered = near.getOrDefault(here, List.of());
            int taken = Math.min(left, offered.size());
            if (taken > 0) {
                sources.demand(
                        keyspace,
                        TokenRange.parse(range.range()),
                        List.of(destination),
                        offered,
                        taken,
                        Sharing.INDEPENDENT);
                left -= taken;
            }
        }
    }

    private String tooFew(KeyspaceFacts keyspace, CopyRule rule, int fewest) {
        return "writes at " + writes(keyspace) + " ask for " + rule.copies()
                + " replicas that each range is merged from; " + fewest + " are live, with a sidecar";
    }

    private List<MemberFacts> candidates(RingRange range, MemberFacts dead, boolean local) {
        return range.replicas().stream()
                .filter(replica -> !replica.hostId().equals(dead.node().hostId()))
                .flatMap(replica -> facts.member(replica.hostId()).stream())
                .filter(MemberFacts::canServe)
                .filter(member ->
                        !local || member.node().datacenter().equals(dead.node().datacenter()))
                .toList();
    }

    private PlanKeyspace keyspace(KeyspaceFacts keyspace, MemberFacts dead, String destination, SourceShares shares) {
        long bytes = shares.movedBytes(destination, keyspace.name(), null);
        long needed = shares.neededBytes(destination, keyspace.name(), null);
        Treatments.Decision decided = treatments.decide(keyspace, bytes, needed);
        Treatments.Decision decision =
                incomplete.contains(keyspace.name()) ? treatments.decideIncomplete(decided) : decided;
        if (!keyspace.info().system()) {
            tell(keyspace, decision);
        }
        CopyRule rule = rule(keyspace, dead);
        boolean filled = decision.treatment() == Treatment.FILL;
        return PlanKeyspaceBuilder.builder()
                .keyspace(keyspace.name())
                .replication(keyspace.info().replication())
                .writes(writes(keyspace).name())
                .copies((filled && rule.canBeKept()) ? rule.copies() : 0)
                .treatment(decision.treatment())
                .why(decision.why())
                .ranges(ranges(keyspace, dead).size())
                .tables(TableBytes.of(keyspace, shares, List.of(destination)))
                .slices((filled && slicing.cuts(keyspace.name())) ? Boolean.TRUE : null)
                .build();
    }

    private void tell(KeyspaceFacts keyspace, Treatments.Decision decision) {
        switch (decision.treatment()) {
            case STREAM -> findings.add(PlanFindingCode.STREAMED_BY_CASSANDRA, keyspace.name(), decision.why());
            case LEAVE_EMPTY -> findings.add(PlanFindingCode.LEFT_EMPTY, keyspace.name(), decision.why());
            case FILL -> slicing.tell(keyspace.name());
            case CLEAN_UP -> throw new IllegalStateException("a plan that fills nodes cleans no keyspace up");
        }
    }

    /** Deleted rows can come back where the fill takes longer than tombstones are kept. */
    public static void checkGrace(ClusterFacts facts, Result filled, PlanEstimate estimate, PlanFindings findings) {
        Set<String> moved = Result.filled(filled.keyspaces()).collect(Collectors.toSet());
        long seconds = Math.max(1, estimate.maxSeconds());
        facts.keyspaces().stream()
                .filter(keyspace -> moved.contains(keyspace.name()))
                .flatMap(keyspace -> keyspace.tables().stream())
                .filter(table -> table.definition().gcGraceSeconds() < seconds)
                .forEach(table -> findings.add(
                        PlanFindingCode.GC_GRACE_TOO_SHORT,
                        table.keyspace() + "." + table.table(),
                        "gc_grace_seconds is " + table.definition().gcGraceSeconds() + "; filling may take " + seconds
                                + " s"));
    }
}
