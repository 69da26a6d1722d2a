/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedCleanup;
import io.idaeus.api.claim.ClaimedStep;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.plan.cluster.ClusterViews;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.TransferPart;
import io.idaeus.sidecar.plan.kind.PlanType;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.Standing;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The records and services that an attempt at a step may use.
 *
 * @param index of the step
 * @param change changes and stores the step's record, at once; does nothing once the plan is cancelled or ends
 * @param wanted whether the plan still runs: it may have been paused or cancelled meanwhile
 * @param comparisons of this sidecar
 * @param answers of this attempt
 */
public record StepContext(
        PlanRecord plan,
        int index,
        SidecarDirectory directory,
        Clock clock,
        RingLooks looks,
        Consumer<UnaryOperator<StepRecord>> change,
        BooleanSupplier wanted,
        PlannedComparisons comparisons,
        AttemptAnswers answers) {
    /** For an attempt that has asked nothing yet. */
    public StepContext(
            PlanRecord plan,
            int index,
            SidecarDirectory directory,
            Clock clock,
            RingLooks looks,
            Consumer<UnaryOperator<StepRecord>> change,
            BooleanSupplier wanted,
            PlannedComparisons comparisons) {
        this(plan, index, directory, clock, looks, change, wanted, comparisons, new AttemptAnswers());
    }

    /** Whether the plan still runs. A step that takes hours looks now and then. */
    public boolean isWanted() {
        return wanted.getAsBoolean();
    }

    public PlannedStep step() {
        return plan.draft().steps().get(index);
    }

    public StepRecord record() {
        return plan.steps().get(index);
    }

    /** The record of another step at this destination; empty where the plan has none. */
    public Optional<StepRecord> recordOf(StepAction action) {
        return plan.record(action, step().destination());
    }

    public KnownSidecar destination() {
        String uri = step().destination();
        if (uri == null) {
            throw new IllegalStateException(step() + " has no destination");
        }
        return directory.at(uri);
    }

    public PlanDestination planned() {
        return plan.draft().destinations().stream()
                .filter(each -> each.sidecar().equals(step().destination()))
                .findFirst()
                .orElseThrow();
    }

    /** Whether all nodes that join before this one have joined. Until then the ring is not the one that it is planned for. */
    public boolean isNextToJoin() {
        return plan.draft().destinations().stream()
                .map(PlanDestination::sidecar)
                .takeWhile(each -> !each.equals(step().destination()))
                .allMatch(this::hasJoined);
    }

    /** Whether a new node has joined. */
    public boolean hasJoined(String sidecar) {
        return plan.record(StepAction.JOIN, sidecar)
                .filter(StepRecord::hasEnded)
                .isPresent();
    }

    /** Where the node stands while the step is taken. */
    public Standing standing() {
        return type().standing(step().action());
    }

    public PlanType type() {
        return PlanType.of(plan.draft().request());
    }

    /** The node whose place the destination takes; empty where it takes none. */
    public Optional<PlanNode> dead() {
        return Optional.ofNullable(plan.draft().dead());
    }

    /** Whether Cassandra was started to take the place of the dead node. */
    public boolean replaces(CassandraProcess running) {
        return dead().map(PlanNode::address)
                .map(StartOptions::replacing)
                .filter(running.options()::contains)
                .isPresent();
    }

    /** Asks how this sidecar's node sees the destination, which is a new node. */
    public SeenNewcomer askAboutNewcomer() {
        return SeenNewcomer.ask(plan, planned(), directory);
    }

    public ClaimedStep claimed() {
        return new ClaimedStep(plan.draft().digest(), plan.fence());
    }

    /** @param table null for those that the plan's transfers have left rows in */
    public ClaimedCleanup claimedCleanup(@Nullable TableRef table) {
        return new ClaimedCleanup(plan.draft().digest(), plan.fence(), table);
    }

    /** The keyspaces that Idaeus fills. */
    public List<PlanKeyspace> filled() {
        return plan.draft().keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.FILL)
                .toList();
    }

    /** The ranges of a keyspace that the destination owns in the end. */
    public List<String> owned(String keyspace) {
        return plan.draft()
                .owned()
                .getOrDefault(String.valueOf(step().destination()), Map.of())
                .getOrDefault(keyspace, List.of());
    }

    /** The ranges of a keyspace at the destination, with their planned sources. */
    public List<PlanRange> ranges(String keyspace) {
        return ranges(plan.draft(), keyspace);
    }

    public List<PlanRange> ranges(Draft draft, String keyspace) {
        return draft.ranges().stream()
                .filter(range -> range.destination().equals(step().destination())
                        && range.keyspace().equals(keyspace))
                .toList();
    }

    /** The parts of a keyspace that transfers bring to the destination; none where it owns nothing of it. */
    public List<TransferPart> parts(PlanKeyspace keyspace) {
        return owned(keyspace.keyspace()).isEmpty()
                ? List.of()
                : TransferPart.of(keyspace, ranges(keyspace.keyspace()));
    }

    /** The tables of a part as they are now. */
    public List<TableRef> askTables(TransferPart part) {
        if (type().otherCluster().isPresent()) {
            // Whether they are there or not: otherwise one that was dropped would be left out without a word.
            return planned(part);
        }
        return askKeyspaces(directory.self()).stream()
                .filter(each -> each.name().equals(part.keyspace()))
                .flatMap(each -> each.tables().stream())
                .filter(part::has)
                .map(table -> new TableRef(part.keyspace(), table))
                .toList();
    }

    private List<TableRef> planned(TransferPart part) {
        return filled().stream()
                .filter(planned -> planned.keyspace().equals(part.keyspace()))
                .flatMap(planned -> planned.tables().stream())
                .map(PlanTable::table)
                .filter(part::has)
                .map(table -> new TableRef(part.keyspace(), table))
                .toList();
    }

    /** The transfers of earlier kinds of steps to this destination, by the name of their part. */
    public Map<String, List<String>> transfersOf(StepAction... actions) {
        Map<String, List<String>> found = new TreeMap<>();
        for (int i = 0; i < plan.steps().size(); i++) {
            PlannedStep other = plan.draft().steps().get(i);
            if (List.of(actions).contains(other.action())
                    && Objects.equals(other.destination(), step().destination())) {
                plan.steps().get(i).transfers().forEach((part, ids) -> found.computeIfAbsent(
                                part, key -> new ArrayList<>())
                        .addAll(ids));
            }
        }
        return found;
    }

    /** The transfers that move this step's rows while an earlier step waits: by the name of their part. */
    public Map<String, List<String>> transfersAhead() {
        return step().action() == StepAction.DELTA ? transfersOf(StepAction.AWAIT_SURVEY) : Map.of();
    }

    /** Asks the destination for a transfer of the plan. */
    public Transfer askTransfer(String id) {
        return destination().client().claims().transfer(plan.id(), id);
    }

    /** Asks for the ring of a keyspace, as this sidecar's node sees it. A large one takes seconds: see {@link #looks}. */
    public List<RingRange> askRing(String keyspace) {
        return answers.ring(directory.self(), keyspace);
    }

    /** Asks for the tokens of all nodes, as this sidecar's node sees them. */
    public RingTokens askTokens() {
        return answers.tokens(directory.self());
    }

    /** Asks every node whose sidecar answers how it sees the cluster. */
    public ClusterViews askViews() {
        Cluster cluster = askCluster();
        return answers.views(cluster.name(), () -> directory.views(cluster.name(), cluster.nodes(), named()));
    }

    private List<String> named() {
        List<String> named = new ArrayList<>();
        List<String> sidecars = plan.draft().request().sidecars();
        if (sidecars != null) {
            named.addAll(sidecars);
        }
        plan.draft().destinations().forEach(each -> named.add(each.sidecar()));
        return named;
    }

    /** Asks this sidecar's node how it sees the cluster. */
    public Cluster askCluster() {
        return answers.cluster(directory.self());
    }

    /** Asks for the host of the destination. */
    public Host askHost() {
        return askHost(destination());
    }

    public Host askHost(KnownSidecar of) {
        return answers.host(of);
    }

    /** Asks a sidecar for the keyspaces that its node knows. */
    public List<KeyspaceInfo> askKeyspaces(KnownSidecar of) {
        return answers.keyspaces(of);
    }
}
