/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanEstimate;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.Drafts;
import io.idaeus.sidecar.plan.draft.LeftBehind;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.ClusterChecks;
import io.idaeus.sidecar.plan.keyspace.DestinationDisk;
import io.idaeus.sidecar.plan.keyspace.Estimates;
import io.idaeus.sidecar.plan.keyspace.KeyspaceChecks;
import io.idaeus.sidecar.plan.keyspace.KeyspaceDrafts;
import io.idaeus.sidecar.plan.keyspace.Slicing;
import io.idaeus.sidecar.plan.keyspace.SstableChecks;
import io.idaeus.sidecar.plan.keyspace.Treatments;
import io.idaeus.sidecar.plan.keyspace.UsedTransactions;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.Place;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.start.StartOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Plans how a new node takes the place of a dead one. */
final class ReplaceDrafter {
    // Bytes moved over bytes needed.
    private static final double MAX_AMPLIFICATION = 3;

    private final PlanRequest request;
    private final ClusterFacts facts;
    private final PlanFindings findings;
    private final TimeLimit time;
    private final JoinWay way;
    private final MemberFacts dead;
    private final HostFacts replacement;

    ReplaceDrafter(PlanRequest request, ClusterFacts facts, TimeLimit time) {
        this.request = request;
        this.time = time;
        this.facts = facts;
        this.findings = new PlanFindings(request.accept());
        this.way = JoinWay.of(request.way());
        this.dead = dead();
        if (facts.destinations().size() != 1) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "destinations: " + facts.destinations().size() + " (expected: one, the replacement's sidecar)");
        }
        this.replacement = facts.destinations().get(0);
    }

    private MemberFacts dead() {
        String named = Objects.requireNonNullElse(request.dead(), "");
        return facts.members().stream()
                .filter(member -> HostFacts.canonical(member.node().address()).equals(HostFacts.canonical(named))
                        || member.node().hostId().equals(named))
                .findFirst()
                .orElseThrow(() -> new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "dead: no node " + named + " in the ring (expected: one of "
                                + facts.members().stream()
                                        .map(member -> member.node().address())
                                        .toList()
                                + ", or its host id)"));
    }

    // The checks add findings, which due reads later: their order matters.
    Draft draft() {
        new ClusterChecks(facts, findings).run(dead.node().hostId());
        new ReplacementChecks(facts, dead, replacement, way, findings).run();
        Slicing slicing = new Slicing(facts, findings, List.of(dead.node().hostId()));
        KeyspaceDrafts drafts = new KeyspaceDrafts(
                request,
                facts,
                slicing,
                new Treatments(
                        facts,
                        findings,
                        slicing,
                        way,
                        Objects.requireNonNullElse(request.maxAmplification(), MAX_AMPLIFICATION)),
                findings,
                time);
        // Also keyspaces that the plan does not fill.
        KeyspaceDrafts.Result filled = drafts.replace(dead, replacement.sidecar());
        new UsedTransactions(facts).tell(way, filled.keyspaces(), findings);
        Place place = place(new DelayChoice(facts, dead, findings).of(request, way, filled.keyspaces()));
        List<PlanStart> starts = way.starts(place);
        PlanDestination destination = destination(filled, starts);
        DestinationDisk.check(destination, replacement.host(), findings);
        new KeyspaceChecks(facts, findings).run(filled, List.of(destination));
        SstableChecks sstables = new SstableChecks(facts, findings);
        sstables.run(filled);
        PlanEstimate estimate =
                Estimates.of(destination.bytes(), request.maxRate(), starts.size(), way.waits(place), filled.anyCut());
        KeyspaceDrafts.checkGrace(facts, filled, estimate, findings);
        // The digest is empty until digested sets it. There are no shares, since no node is added.
        return Drafts.digested(
                new Draft(
                        request,
                        "",
                        Drafts.cluster(facts),
                        dead.asPlanNode(),
                        List.of(destination),
                        filled.keyspaces(),
                        way.visibility(),
                        estimate,
                        findings.all(),
                        steps(place),
                        due(filled, sstables.leftBehind()),
                        filled.owned(),
                        filled.shares().ranges(),
                        null),
                facts);
    }

    private PlanDestination destination(KeyspaceDrafts.Result filled, List<PlanStart> starts) {
        String name = replacement.sidecar();
        CassandraProcess running = replacement.host().cassandra();
        long bytes = filled.bytes(name);
        return new PlanDestination(
                name,
                running == null ? null : running.hostId(),
                running == null ? null : running.address(),
                dead.node().datacenter(),
                dead.node().rack(),
                bytes,
                filled.bytesNeeded(name),
                DestinationDisk.peak(bytes),
                DestinationDisk.free(replacement.host()),
                filled.sources(name),
                starts,
                replacement.host().lifecycle());
    }

    private List<PlannedStep> steps(Place place) {
        return Stream.concat(
                        Stream.of(new PlannedStep(StepAction.CHECK, null, null)),
                        way.steps(place, replacement.sidecar()).stream())
                .toList();
    }

    private Place place(JoinDelays delays) {
        ClusterNode node = dead.node();
        return new Place(
                "in the place of the dead node",
                List.of(StartOptions.replacing(node.address())),
                List.of(
                        "num_tokens: " + node.tokens(),
                        "# no initial_token; neither this node nor " + node.address() + " among the seeds",
                        "# in cassandra-rackdc.properties: dc=" + node.datacenter() + ", rack=" + node.rack()),
                node.tokens(),
                facts.version(),
                // Earlier versions refuse to stay outside the ring with the options that replace a node.
                facts.version().isAtLeast(6, 0) && replacement.host().offers(NodeInfo.ENTER_SURVEY),
                delays);
    }

    private List<PlanDue> due(KeyspaceDrafts.Result filled, Set<String> leftBehind) {
        List<PlanDue> due = new ArrayList<>();
        due.addAll(way.due());
        if (way.movesSstables()) {
            filled.keyspaces().forEach(keyspace -> dueFor(keyspace, filled).ifPresent(due::add));
        }
        leftBehind.forEach(keyspace -> due.add(LeftBehind.due(keyspace)));
        // The seeds of a node without a sidecar are unknown, and may name the dead node.
        if (found(PlanFindingCode.SEEDS_NAME_DEAD) || found(PlanFindingCode.NO_SIDECAR)) {
            due.add(new PlanDue(
                    "Take the dead node's address out of the lists of seeds",
                    null,
                    dead.node().address() + " is no longer a node of the cluster"));
        }
        due.add(new PlanDue(
                "Wipe the disks of " + dead.node().address(),
                null,
                "it must never start again: its ranges belong to the new node, and it lacks what was written since"));
        return List.copyOf(due);
    }

    private Optional<PlanDue> dueFor(PlanKeyspace keyspace, KeyspaceDrafts.Result filled) {
        boolean auth = keyspace.keyspace().equals("system_auth");
        if (keyspace.treatment() == Treatment.LEAVE_EMPTY) {
            return repair(keyspace, "it is empty on the new node");
        }
        if (filled.weak().contains(keyspace.keyspace())) {
            return repair(keyspace, "fewer replicas were merged than its writes at " + keyspace.writes() + " ask for");
        }
        if (auth && found(PlanFindingCode.SYSTEM_RANGES_LOST)) {
            return Optional.of(new PlanDue(
                    "Create the roles anew that are missing, where clients log in",
                    null,
                    "the dead node had the only copy of ranges of system_auth; a repair finds no other"));
        }
        return keyspace.treatment() == Treatment.STREAM
                        && (auth || !keyspace.tables().isEmpty())
                ? repair(keyspace, "Cassandra streamed it from one replica of each range")
                : Optional.empty();
    }

    private static Optional<PlanDue> repair(PlanKeyspace keyspace, String why) {
        String name = keyspace.keyspace();
        return Optional.of(new PlanDue("Repair " + name, "nodetool repair --full " + name, why));
    }

    private boolean found(PlanFindingCode code) {
        return findings.all().stream().anyMatch(finding -> finding.code().equals(code.name()));
    }
}
