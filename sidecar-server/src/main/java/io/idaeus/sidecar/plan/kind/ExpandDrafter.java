/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDestinationBuilder;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanEstimate;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKeyspaceBuilder;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanShare;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.sidecar.balance.ChoiceReason;
import io.idaeus.sidecar.balance.SourceChoice;
import io.idaeus.sidecar.placement.Growth;
import io.idaeus.sidecar.placement.NetworkTopology;
import io.idaeus.sidecar.placement.Placement;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.placement.TokenRing;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.Drafts;
import io.idaeus.sidecar.plan.draft.LeftBehind;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.facts.WriteLevel;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.ClusterChecks;
import io.idaeus.sidecar.plan.keyspace.DestinationDisk;
import io.idaeus.sidecar.plan.keyspace.Estimates;
import io.idaeus.sidecar.plan.keyspace.FilledAtOnce;
import io.idaeus.sidecar.plan.keyspace.KeyspaceChecks;
import io.idaeus.sidecar.plan.keyspace.KeyspaceDrafts;
import io.idaeus.sidecar.plan.keyspace.KeyspaceGrowths;
import io.idaeus.sidecar.plan.keyspace.Newcomer;
import io.idaeus.sidecar.plan.keyspace.Newcomers;
import io.idaeus.sidecar.plan.keyspace.PassedOn;
import io.idaeus.sidecar.plan.keyspace.Slicing;
import io.idaeus.sidecar.plan.keyspace.SourceShares;
import io.idaeus.sidecar.plan.keyspace.SstableChecks;
import io.idaeus.sidecar.plan.keyspace.TableBytes;
import io.idaeus.sidecar.plan.keyspace.Treatments;
import io.idaeus.sidecar.plan.keyspace.UsedTransactions;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.Place;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.start.StartOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plans how new nodes join the ring. */
final class ExpandDrafter {
    private static final double MAX_AMPLIFICATION = 3;

    /** Replicas in a cluster whose keyspaces are all Cassandra's own. */
    private static final int USUAL_REPLICAS = 3;

    private static final int NODES_NAMED = 20;

    private final PlanRequest request;
    private final ClusterFacts facts;
    private final PlanFindings findings;
    private final TimeLimit time;
    private final JoinWay way;
    private final String datacenter;
    private final Placement placement;
    private final TokenRing ring;
    private final List<Newcomer> newcomers;
    private final List<Newcomer> best;
    private final KeyspaceGrowths growths;
    private final Slicing slicing;
    private final Treatments treatments;

    ExpandDrafter(PlanRequest request, ClusterFacts facts, TimeLimit time) {
        this.request = request;
        this.facts = facts;
        this.time = time;
        this.findings = new PlanFindings(request.accept());
        this.way = JoinWay.of(null);
        this.datacenter = Newcomers.datacenter(request, facts);
        this.placement = placement();
        this.ring = KeyspaceGrowths.ring(facts);
        if (ring.size() == 0) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE, "the ring has no tokens (expected: nodes that others can join)");
        }
        time.at("choosing tokens");
        Newcomers chosen = new Newcomers(request, facts, ring, datacenter, placement);
        this.newcomers = chosen.withTokens();
        this.best = request.tokens() == null ? newcomers : chosen.withBestTokens();
        time.check();
        this.growths = new KeyspaceGrowths(facts, ring, newcomers);
        // A new node takes over a part of what its sources hold.
        this.slicing = new Slicing(facts, findings, (keyspace, range) -> false);
        this.treatments = new Treatments(facts, findings, slicing, way, MAX_AMPLIFICATION);
    }

    // The placement of the keyspace that has the most bytes: its shares are what fills disks.
    private Placement placement() {
        return facts.keyspaces().stream()
                .filter(keyspace -> !keyspace.info().system())
                .filter(keyspace -> {
                    Replication replication = Replication.of(keyspace.info().replication());
                    return replication.isRing() && replication.replicas(datacenter) > 0;
                })
                .max(Comparator.comparingLong(this::bytes)
                        .thenComparing(keyspace ->
                                Replication.of(keyspace.info().replication()).replicas(datacenter))
                        .thenComparing(KeyspaceFacts::name))
                .map(keyspace -> Replication.of(keyspace.info().replication()).placement())
                .orElseGet(() -> new NetworkTopology(Map.of(datacenter, USUAL_REPLICAS)));
    }

    private long bytes(KeyspaceFacts keyspace) {
        return facts.members().stream()
                .flatMap(member -> Stream.ofNullable(member.sizes().get(keyspace.name())))
                .flatMap(held -> held.tables().stream())
                .mapToLong(HeldBytes.Table::total)
                .sum();
    }

    Draft draft() {
        new ClusterChecks(facts, findings).run(null);
        newcomers.forEach(this::check);
        Growth even =
                best.equals(newcomers) ? growths.of(placement) : new KeyspaceGrowths(facts, ring, best).of(placement);
        List<PlanShare> shares =
                new RingShares(facts, findings, datacenter, newcomers, growths.of(placement), even).all();
        KeyspaceDrafts.Result filled = keyspaces();
        new UsedTransactions(facts).tell(way, filled.keyspaces(), findings);
        JoinDelays delays = DelayChoice.ofExpansion(request, facts, filled.keyspaces(), findings);
        List<PlanDestination> destinations = newcomers.stream()
                .map(newcomer -> destination(newcomer, filled, delays))
                .toList();
        new KeyspaceChecks(facts, findings).run(filled, destinations);
        SstableChecks sstables = new SstableChecks(facts, findings);
        sstables.run(filled);
        List<PlanRange> ranges = new PassedOn(facts, growths, newcomers).named(filled);
        ExpansionSteps steps = new ExpansionSteps(way, newcomers, chained(ranges), request.maxRate());
        PlanEstimate estimate = Estimates.of(
                new FilledAtOnce(destinations),
                request.maxRate(),
                1 + newcomers.size(),
                newcomers.size() * way.waits(place(newcomers.get(0), delays)),
                filled.anyCut());
        KeyspaceDrafts.checkGrace(facts, filled, estimate, findings);
        return Drafts.digested(
                new Draft(
                        request,
                        "",
                        Drafts.cluster(facts),
                        null,
                        destinations,
                        filled.keyspaces(),
                        Expansion.visibility(),
                        estimate,
                        findings.all(),
                        steps.all(newcomer -> place(newcomer, delays)),
                        due(filled, ranges, sstables.leftBehind()),
                        filled.owned(),
                        ranges,
                        shares),
                facts);
    }

    private static Set<String> chained(List<PlanRange> ranges) {
        return ranges.stream()
                .filter(range -> range.from() != null)
                .map(PlanRange::destination)
                .collect(Collectors.toSet());
    }

    private void check(Newcomer newcomer) {
        RingNode node = newcomer.node();
        new NewNodeChecks(facts, newcomer.host(), way, findings)
                .run(node.datacenter(), node.rack(), PlanFindingCode.NEW_NODE_IS_SEED);
        if (!newcomer.host().host().offers(NodeInfo.EXPANSION)) {
            findings.add(
                    PlanFindingCode.SIDECAR_TOO_OLD,
                    newcomer.sidecar(),
                    "its sidecar, " + newcomer.host().host().sidecarVersion()
                            + ", takes part in no plan of kind EXPAND");
        }
    }

    private KeyspaceDrafts.Result keyspaces() {
        facts.keyspaces().stream()
                .filter(keyspace ->
                        !keyspace.info().system() && !keyspace.tables().isEmpty())
                .forEach(this::tellWhereItIsLeftOut);
        List<KeyspaceFacts> concerned = facts.keyspaces().stream()
                .filter(keyspace ->
                        Replication.of(keyspace.info().replication()).isRing())
                .filter(this::isPlacedAsKnown)
                .filter(keyspace -> newcomers.stream()
                        .anyMatch(newcomer ->
                                !growths.of(keyspace).of(newcomer.node()).isEmpty()))
                .toList();
        Map<String, Map<String, List<String>>> owned = new TreeMap<>();
        List<SourceChoice> choices = new ArrayList<>();
        for (KeyspaceFacts keyspace : concerned) {
            time.check();
            for (Newcomer newcomer : newcomers) {
                take(keyspace, newcomer, owned, choices);
            }
        }
        List<String> names = newcomers.stream().map(Newcomer::sidecar).toList();
        SourceShares shares = new SourceShares(facts, slicing, choices);
        List<PlanKeyspace> keyspaces = concerned.stream()
                .map(keyspace -> keyspace(keyspace, shares, names, owned))
                .toList();
        keyspaces.stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.FILL)
                .flatMap(keyspace ->
                        concerned.stream().filter(each -> each.name().equals(keyspace.keyspace())))
                .forEach(this::checkSources);
        return KeyspaceDrafts.Result.of(facts, slicing, keyspaces, choices, owned, Set.of());
    }

    private void tellWhereItIsLeftOut(KeyspaceFacts keyspace) {
        Replication replication = Replication.of(keyspace.info().replication());
        if (!replication.isRing()) {
            findings.add(
                    PlanFindingCode.STREAMED_BY_CASSANDRA,
                    keyspace.name(),
                    "its replication strategy is neither NetworkTopologyStrategy nor SimpleStrategy");
        } else if (replication.replicas(datacenter) == 0) {
            findings.add(PlanFindingCode.NO_REPLICAS, keyspace.name(), "it has no replica in " + datacenter);
        }
    }

    private boolean isPlacedAsKnown(KeyspaceFacts keyspace) {
        Optional<String> difference;
        try {
            difference = growths.difference(keyspace);
        } catch (IllegalArgumentException e) {
            difference = Optional.of(String.valueOf(e.getMessage()));
        }
        // Cassandra looks after its own: from 6.0 on the metadata of the cluster has one range, and replicas of its
        // choice.
        if (!keyspace.info().system()) {
            difference.ifPresent(why -> findings.add(PlanFindingCode.PLACEMENT_DIFFERS, keyspace.name(), why));
        }
        return difference.isEmpty();
    }

    private void take(
            KeyspaceFacts keyspace,
            Newcomer newcomer,
            Map<String, Map<String, List<String>>> owned,
            List<SourceChoice> choices) {
        List<String> ranges = new ArrayList<>();
        for (Growth.Gain gain : growths.of(keyspace).of(newcomer.node())) {
            growths.asTheRingCuts(gain.range()).forEach(range -> {
                ranges.add(range.toString());
                gain.origins().forEach(origin -> choices.add(choice(keyspace, newcomer, range, origin)));
            });
        }
        if (!ranges.isEmpty()) {
            owned.computeIfAbsent(newcomer.sidecar(), key -> new TreeMap<>()).put(keyspace.name(), ranges);
        }
    }

    private SourceChoice choice(KeyspaceFacts keyspace, Newcomer newcomer, TokenRange range, RingNode origin) {
        MemberFacts member = facts.member(origin.id()).orElseThrow();
        HeldBytes held = slicing.held(member, keyspace.name());
        return new SourceChoice(
                keyspace.name(),
                range,
                newcomer.sidecar(),
                origin.id(),
                held == null ? 0 : held.bytes(range),
                ChoiceReason.LOSES_RANGE);
    }

    private PlanKeyspace keyspace(
            KeyspaceFacts keyspace,
            SourceShares shares,
            List<String> names,
            Map<String, Map<String, List<String>>> owned) {
        long bytes = names.stream()
                .mapToLong(name -> shares.movedBytes(name, keyspace.name(), null))
                .sum();
        long needed = names.stream()
                .mapToLong(name -> shares.neededBytes(name, keyspace.name(), null))
                .sum();
        Treatments.Decision decision =
                withoutLoser(keyspace).orElseGet(() -> treatments.decide(keyspace, bytes, needed));
        boolean filled = decision.treatment() == Treatment.FILL;
        if (filled) {
            slicing.tell(keyspace.name());
        } else if (!keyspace.info().system()) {
            findings.add(PlanFindingCode.STREAMED_BY_CASSANDRA, keyspace.name(), decision.why());
        }
        return PlanKeyspaceBuilder.builder()
                .keyspace(keyspace.name())
                .replication(keyspace.info().replication())
                .writes(writes(keyspace).name())
                .copies(filled ? 1 : 0)
                .treatment(decision.treatment())
                .why(decision.why())
                .ranges(owned.values().stream()
                        .mapToInt(ranges ->
                                ranges.getOrDefault(keyspace.name(), List.of()).size())
                        .sum())
                .tables(TableBytes.of(keyspace, shares, names))
                .slices((filled && slicing.cuts(keyspace.name())) ? Boolean.TRUE : null)
                .build();
    }

    // Nobody holds what all others rely on: Cassandra takes any replica then.
    private Optional<Treatments.Decision> withoutLoser(KeyspaceFacts keyspace) {
        boolean without = !keyspace.info().system()
                && gains(keyspace).anyMatch(gain -> gain.origins().isEmpty());
        return without
                ? Optional.of(new Treatments.Decision(
                        Treatment.STREAM,
                        "no node loses its ranges: there are fewer nodes, or racks, than it has replicas"))
                : Optional.empty();
    }

    private Stream<Growth.Gain> gains(KeyspaceFacts keyspace) {
        return newcomers.stream().flatMap(newcomer -> growths.of(keyspace).of(newcomer.node()).stream());
    }

    private void checkSources(KeyspaceFacts keyspace) {
        gains(keyspace)
                .flatMap(gain -> gain.origins().stream())
                .distinct()
                .flatMap(origin -> facts.member(origin.id()).stream())
                .filter(member -> !member.canServe())
                .forEach(member -> findings.add(
                        PlanFindingCode.LOSER_UNAVAILABLE,
                        member.node().address(),
                        "it loses ranges of " + keyspace.name() + " to a new node, and " + member.whyItCannotServe()));
    }

    private WriteLevel writes(KeyspaceFacts keyspace) {
        Map<String, String> levels = request.writes() == null ? Map.of() : request.writes();
        return WriteLevel.parse(levels.getOrDefault(keyspace.name(), levels.getOrDefault("*", "QUORUM")));
    }

    private PlanDestination destination(Newcomer newcomer, KeyspaceDrafts.Result filled, JoinDelays delays) {
        String name = newcomer.sidecar();
        CassandraProcess running = newcomer.running();
        long bytes = filled.bytes(name);
        List<PlanStart> starts = way.starts(place(newcomer, delays));
        PlanDestination destination = PlanDestinationBuilder.builder()
                .sidecar(name)
                .hostId(running == null ? null : running.hostId())
                .address(running == null ? null : running.address())
                .datacenter(newcomer.node().datacenter())
                .rack(newcomer.node().rack())
                .bytes(bytes)
                .bytesNeeded(filled.bytesNeeded(name))
                .bytesPeak(DestinationDisk.peak(bytes))
                .bytesFree(DestinationDisk.free(newcomer.host().host()))
                .sources(filled.sources(name))
                .starts(starts)
                .lifecycle(newcomer.host().host().lifecycle())
                .tokens(newcomer.tokensAsText())
                .build();
        DestinationDisk.check(destination, newcomer.host().host(), findings);
        return destination;
    }

    private Place place(Newcomer newcomer, JoinDelays delays) {
        RingNode node = newcomer.node();
        return new Place(
                "with its tokens",
                List.of(StartOptions.withTokens(newcomer.tokens())),
                List.of(
                        "num_tokens: " + newcomer.tokens().size(),
                        "# no initial_token: the option has the tokens; this node is not among its own seeds",
                        "# in cassandra-rackdc.properties: dc=" + node.datacenter() + ", rack=" + node.rack()),
                newcomer.tokens().size(),
                facts.version(),
                true,
                delays);
    }

    private List<PlanDue> due(KeyspaceDrafts.Result filled, List<PlanRange> passing, Set<String> leftBehind) {
        List<PlanDue> due = new ArrayList<>();
        leftBehind.forEach(keyspace -> due.add(LeftBehind.due(keyspace)));
        List<String> dirty = Stream.concat(
                        losers(filled).stream()
                                .map(MemberFacts::node)
                                .map(node -> node.address() + ", rack " + node.rack()),
                        passing.stream()
                                .flatMap(range -> Stream.ofNullable(range.from()))
                                .distinct()
                                .map(sidecar -> "the node beside " + sidecar))
                .toList();
        if (!dirty.isEmpty()) {
            due.add(
                    new PlanDue(
                            "Clean up the nodes that have lost ranges: " + Listed.clauses(dirty, NODES_NAMED),
                            "idaeus plan cleanup --dc " + datacenter,
                            "they keep the rows of these ranges. Whenever there is time, but before one of them gets such a range back,"
                                    + " for instance because new nodes leave again: rows that were deleted since would come back"));
        }
        return List.copyOf(due);
    }

    // Rack by rack.
    private List<MemberFacts> losers(KeyspaceDrafts.Result filled) {
        return filled.shares().ranges().stream()
                .flatMap(range -> range.sources().stream())
                .distinct()
                .flatMap(source -> facts.member(source).stream())
                .sorted(Comparator.comparing(
                                (MemberFacts member) -> member.node().rack())
                        .thenComparing(member -> member.node().address()))
                .toList();
    }
}
