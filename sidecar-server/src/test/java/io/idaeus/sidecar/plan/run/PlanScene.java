/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.Claim;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.claim.HeldTables;
import io.idaeus.api.claim.SourceCheck;
import io.idaeus.api.claim.SourceCheck.UnusableSource;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.node.PendingRange;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.client.ClientJson;
import io.idaeus.sidecar.plan.attempt.FakeComparisons;
import io.idaeus.sidecar.plan.attempt.RingLooks;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.FreshDrafts;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.facts.SourceFacts;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.step.HinderedTransfersTest;
import io.idaeus.sidecar.plan.step.Steps;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.start.StartOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A plan under way in an {@link AnsweringRing}, with the keyspaces shop and bank. An attempt sees what earlier ones changed. */
public final class PlanScene implements AutoCloseable {
    public static final String SELF = "127.9.1.1";
    public static final String DEAD = "127.9.1.3";
    public static final String NEW = "127.9.1.9";
    public static final String NEW_OF_LARGE = "127.9.9.9";

    public final RingFixture nodes;
    public final AnsweringRing ring;
    public final SidecarDirectory directory;
    public final Map<String, Transfer> transfers = new ConcurrentHashMap<>();
    public final FakeComparisons comparisons = new FakeComparisons();
    /** Refusals of destinations, by the end of the path. */
    public final Map<String, Problem> refusals = new ConcurrentHashMap<>();

    /** The sources that destinations say they cannot use. */
    public volatile List<UnusableSource> unusable = List.of();

    /** The bodies of requests to the new node, except GETs. */
    public final List<byte[]> bodies = new CopyOnWriteArrayList<>();

    public final Instant begun = Instant.parse("2026-01-01T00:00:00Z");
    public Instant now = begun;
    public PlanRecord plan;
    public volatile @Nullable CassandraProcess running;
    public volatile boolean lifecycle;
    /** Whether nobody has paused or cancelled the plan. */
    public volatile boolean wanted = true;

    private PlanScene(RingFixture nodes, PlanRequest request, List<String> newcomers) throws IOException {
        this.nodes = nodes;
        this.ring = new AnsweringRing(nodes, newcomers);
        this.directory = ring.directory(SELF);
        newcomers.forEach(address -> ring.set(address, (method, path, keyspace, body) -> newcomer(method, path, body)));
        nodes.members().stream()
                .map(node -> node.address())
                .filter(address -> !newcomers.contains(address))
                .forEach(address ->
                        ring.set(address, (method, path, keyspace, body) -> member(method, path, keyspace, body)));
        this.plan = PlanRecord.drafted("p1", RingOfSidecars.uri(SELF), drafted(request), begun)
                .approved(begun, null);
        ring.requests().clear();
    }

    // Otherwise the addresses of the ring would stay taken for the tests that follow.
    private Draft drafted(PlanRequest request) {
        try {
            return new FreshDrafts(directory).draft(request);
        } catch (RuntimeException e) {
            ring.close();
            throw e;
        }
    }

    /** A plan for the dead one of four nodes, in one data centre of two. */
    public static PlanScene replacement(PlanWay way, String... accept) throws IOException {
        return replacement("5.0.9", way, accept);
    }

    /** A plan for the dead one of six nodes, with five replicas: four are left, one more than the plan merges. */
    public static PlanScene spare(boolean cut) throws IOException {
        RingFixture nodes = RingFixture.loopback(RingOfSidecars.PORT, 6)
                .keyspace("shop", 5)
                .keyspace("bank", 5)
                .down(DEAD);
        if (!cut) {
            nodes.notCutting(RingOfSidecars.uri(NEW));
        }
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead(DEAD)
                .destinations(List.of(RingOfSidecars.uri(NEW)))
                .writes(Map.of("*", "LOCAL_QUORUM"))
                .way(PlanWay.SURVEY)
                .build();
        return new PlanScene(nodes, request, List.of(NEW));
    }

    /** A plan for the dead one of sixty nodes, with more sources and more tables than one transfer takes. */
    public static PlanScene large() throws IOException {
        RingFixture nodes = RingFixture.loopbackWith(RingOfSidecars.PORT, 40, 60)
                .keyspace("shop", 2_001, List.of(), 864_000, 3)
                .down(DEAD);
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead(DEAD)
                .destinations(List.of(RingOfSidecars.uri(NEW_OF_LARGE)))
                .writes(Map.of("*", "QUORUM"))
                .build();
        return new PlanScene(nodes, request, List.of(NEW_OF_LARGE));
    }

    /** In survey, on Cassandra 6.0: the replacement enters it when it is told to. */
    public static PlanScene onCall() throws IOException {
        return replacement("6.0-alpha2", PlanWay.SURVEY);
    }

    private static PlanScene replacement(String version, PlanWay way, String... accept) throws IOException {
        RingFixture nodes = RingFixture.loopback(RingOfSidecars.PORT, 4, 2)
                .keyspace("shop", 3, 1)
                .keyspace("bank", 3, 1)
                .version(version)
                .down(DEAD);
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead(DEAD)
                .destinations(List.of(RingOfSidecars.uri(NEW)))
                .writes(Map.of("*", "LOCAL_QUORUM"))
                .way(way)
                .accept(List.of(accept))
                .build();
        return new PlanScene(nodes, request, List.of(NEW));
    }

    /** A plan for a node that joins four others in their rack. */
    public static PlanScene expansion(String version) throws IOException {
        RingFixture nodes = RingFixture.loopback(RingOfSidecars.PORT, 4)
                .inOneRack("dc1")
                .keyspace("shop", 3)
                .keyspace("bank", 2)
                .version(version);
        PlanRequest request = PlanRequest.builder(PlanKind.EXPAND)
                .destinations(List.of(RingOfSidecars.uri(NEW)))
                .build();
        return new PlanScene(nodes, request, List.of(NEW));
    }

    /** A plan for two nodes that join three others in their rack: the first passes ranges on to the second. */
    public static PlanScene passingOn() throws IOException {
        RingFixture nodes =
                RingFixture.loopback(RingOfSidecars.PORT, 3).inOneRack("dc1").keyspace("shop", 2);
        String second = "127.9.1.10";
        PlanRequest request = PlanRequest.builder(PlanKind.EXPAND)
                .destinations(List.of(RingOfSidecars.uri(NEW), RingOfSidecars.uri(second)))
                .build();
        return new PlanScene(nodes, request, List.of(NEW, second));
    }

    /** A plan for two of three nodes, with two keyspaces of two tables each. */
    public static PlanScene cleanup() throws IOException {
        RingFixture nodes = RingFixture.loopback(RingOfSidecars.PORT, 3)
                .keyspace("shop", 2, List.of(), 864_000, 2)
                .keyspace("bank", 2, List.of(), 864_000, 2);
        PlanRequest request = PlanRequest.builder(PlanKind.CLEANUP)
                .destinations(List.of(RingOfSidecars.uri("127.9.1.2"), RingOfSidecars.uri(DEAD)))
                .build();
        return new PlanScene(nodes, request, List.of());
    }

    /** A plan for three nodes in three racks, from another data centre of three. */
    public static PlanScene rebuild() throws IOException {
        return rebuild(RingFixture.loopback(RingOfSidecars.PORT, 3, 3), null);
    }

    /** A plan for three nodes in one rack, which are filled at the same time. */
    public static PlanScene rebuildAtOnce(@Nullable Long maxRate) throws IOException {
        return rebuild(RingFixture.loopback(RingOfSidecars.PORT, 3, 3).inOneRack("dc2"), maxRate);
    }

    private static PlanScene rebuild(RingFixture ring, @Nullable Long maxRate) throws IOException {
        RingFixture nodes = ring.keyspace("shop", 2, 2).keyspace("bank", 2, 2);
        PlanRequest request = PlanRequest.builder(PlanKind.REBUILD)
                .datacenter("dc2")
                .sourceDatacenter("dc1")
                .maxRate(maxRate)
                .build();
        return new PlanScene(nodes, request, List.of());
    }

    /** A plan that clones a keyspace of another cluster into three nodes that lack it. */
    public static PlanScene cloning() throws IOException {
        return cloning(null);
    }

    /** As {@link #cloning}; then the clusters are compared. */
    public static PlanScene comparing() throws IOException {
        return cloning(true);
    }

    private static PlanScene cloning(@Nullable Boolean compare) throws IOException {
        RingFixture nodes = RingFixture.loopback(RingOfSidecars.PORT, 3).keyspace("shop", 2);
        PlanScene scene =
                new PlanScene(nodes, PlanRequest.builder(PlanKind.CLEANUP).build(), List.of());
        String[] sidecars = nodes.members().stream()
                .map(node -> RingOfSidecars.uri(node.address()))
                .toArray(String[]::new);
        ClusterFacts there =
                RingFixture.nodes(3).keyspace("bank", 3).keyspace("shop", 2).facts(sidecars);
        List<SchemaStatement> statements = List.of(
                new SchemaStatement(Kind.TABLE, "bank", "t", "t", "CREATE TABLE bank.t (id int PRIMARY KEY)"),
                new SchemaStatement(Kind.INDEX, "bank", "t", "i", "CREATE INDEX i ON bank.t (v)"));
        Draft draft = PlanDrafter.draft(
                PlanRequest.builder(PlanKind.CLONE)
                        .from("http://10.0.1.1:9043")
                        .tables(List.of("bank.*", "shop.*"))
                        .truncate(true)
                        .compare(compare)
                        .build(),
                nodes.facts(sidecars)
                        .withSource(new SourceFacts(
                                "http://10.0.1.1:9043",
                                "dc1",
                                there,
                                Map.of("bank", new KeyspaceStatements("bank", true, statements)))));
        scene.plan = PlanRecord.drafted("p1", RingOfSidecars.uri(SELF), draft, scene.begun)
                .approved(scene.begun, null);
        return scene;
    }

    /** The newcomer's Cassandra. */
    public PlanScene runs(Phase phase, String... options) {
        running = new CassandraProcess(
                plan.draft().cluster().cassandraVersion(),
                begun,
                List.of(options),
                phase == Phase.NOT_JOINED ? "STARTING" : "NORMAL",
                phase,
                AnsweringRing.NEWCOMER,
                NEW,
                "dc1",
                "r3",
                8,
                List.of(SELF),
                0,
                0);
        return this;
    }

    public PlanScene runsOutside() {
        return runs(Phase.NOT_JOINED, StartOptions.OUTSIDE);
    }

    /** As the plan starts it where it enters survey when it is told to. */
    public PlanScene runsOnCall(Phase phase) {
        List<String> options =
                plan.draft().destinations().get(0).starts().get(0).jvmOptions();
        return runs(phase, options.toArray(String[]::new));
    }

    public PlanScene runsInSurvey() {
        return runs(Phase.SURVEY, StartOptions.replacing(DEAD), StartOptions.SURVEY);
    }

    /**
     * The newcomer's Cassandra ends while it carries out a call, whose path ends so.
     *
     * @param announced whether the others have heard by then that it joins
     */
    public void diesDuring(String call, boolean announced) {
        ring.set(NEW, (method, path, keyspace, body) -> {
            if (!path.endsWith(call)) {
                return newcomer(method, path, body);
            }
            running = null;
            if (announced) {
                nodes.beginsToJoin(AnsweringRing.NEWCOMER, NEW, "r1");
            }
            return AnsweringRing.problem(ProblemType.CASSANDRA_UNAVAILABLE, "it has gone");
        });
    }

    public @Nullable Object newcomer(String method, String path, byte[] body) throws IOException {
        if (path.equals("/v1/cluster") && running == null) {
            return AnsweringRing.problem(ProblemType.CASSANDRA_UNAVAILABLE, "it does not run");
        }
        if (!path.equals("/v1/host")) {
            return destination(method, path, body);
        }
        Host host = nodes.host(RingOfSidecars.uri(NEW));
        return new Host(
                host.sidecarVersion(),
                host.staging(),
                lifecycle,
                running,
                host.claims(),
                host.keyspaces(),
                host.planDigests(),
                host.capabilities());
    }

    /** One node alone hears of another that joins. */
    public void seesAnotherJoin(String address, String other) {
        ring.set(address, (method, path, keyspace, body) -> {
            if (!path.equals("/v1/cluster")) {
                return member(method, path, keyspace, body);
            }
            ClusterNode own = nodes.members().stream()
                    .filter(node -> node.address().equals(address))
                    .findFirst()
                    .orElseThrow();
            Cluster seen = nodes.seenBy(own);
            List<ClusterNode> all = new ArrayList<>(seen.nodes());
            all.add(new ClusterNode("other", other, "dc1", "r1", "UP", "JOINING", 0, null));
            return new Cluster(
                    seen.name(),
                    seen.hostId(),
                    seen.cassandraVersion(),
                    all,
                    seen.schemaVersions(),
                    seen.releaseVersions(),
                    seen.epoch(),
                    seen.maxWriteTimeoutMillis(),
                    seen.repairs());
        });
    }

    @Nullable
    public Object member(String method, String path, String keyspace, byte[] body) throws IOException {
        return path.equals("/v1/pending-ranges") ? pending(keyspace) : destination(method, path, body);
    }

    // Every node writes to the newcomer once it runs in survey.
    private PendingRanges pending(String keyspace) {
        CassandraProcess process = running;
        if (process == null || process.phase() != Phase.SURVEY) {
            return new PendingRanges(keyspace, List.of());
        }
        Map<String, List<String>> owned = plan.draft().owned().getOrDefault(RingOfSidecars.uri(NEW), Map.of());
        return new PendingRanges(
                keyspace,
                owned.getOrDefault(keyspace, List.of()).stream()
                        .map(range -> new PendingRange(range, List.of(NEW)))
                        .toList());
    }

    private @Nullable Object destination(String method, String path, byte[] body) throws IOException {
        if (!path.startsWith("/v1/claims/")) {
            return null;
        }
        for (Map.Entry<String, Problem> refusal : refusals.entrySet()) {
            if (path.endsWith(refusal.getKey())
                    || new String(body, StandardCharsets.UTF_8).contains(refusal.getKey())) {
                return refusal.getValue();
            }
        }
        if (path.equals("/v1/claims/p1")) {
            return new Claim(
                    "p1", plan.draft().digest(), 1, plan.coordinator(), begun, null, true, null, null, null, null);
        }
        String[] parts = path.split("/", -1);
        if (!method.equals("GET")) {
            bodies.add(body);
        }
        if (parts.length == 5 && parts[4].equals("transfers") && method.equals("POST")) {
            TransferRequest request =
                    ClientJson.mapper().readValue(body, ClaimedTransfer.class).transfer();
            Transfer begun = transfer("begun-" + transfers.size(), request, TransferState.PULLING);
            transfers.put(begun.id(), begun);
            return begun;
        }
        if (path.endsWith("/sources")) {
            return new SourceCheck(unusable);
        }
        if (path.endsWith("/holds")) {
            return new HeldTables(List.of());
        }
        return parts.length > 5 ? Objects.requireNonNull(transfers.get(parts[5]), path) : Map.of();
    }

    /** A transfer of the plan that has this state. Its id is {@code fill-KEYSPACE-STEP}. */
    public Transfer filled(int index, String keyspace, TransferState state) {
        return filled(index, keyspace, state, "");
    }

    /** @param suffix of the id */
    public Transfer filled(int index, String keyspace, TransferState state, String suffix) {
        TransferRequest request = TransferRequest.builder(
                        List.of(SourceRef.at(RingOfSidecars.uri(SELF))), List.of(new TableRef(keyspace, "t")))
                .build();
        Transfer transfer = transfer("fill-" + keyspace + "-" + index + suffix, request, state);
        transfers.put(transfer.id(), transfer);
        plan = plan.withStep(index, plan.steps().get(index).withTransfer(keyspace, transfer.id()));
        return transfer;
    }

    /** Every FILL step has ended, with a transfer of each keyspace. */
    public PlanScene isFilled() {
        for (int index : steps(StepAction.FILL)) {
            filled(index, "shop", TransferState.COMPLETED);
            filled(index, "bank", TransferState.COMPLETED);
        }
        return this;
    }

    /** A transfer has ended. In the ranges one SSTable is corrupt at a source. */
    public void isCorrupt(String id, String hostId, String... ranges) {
        Transfer ended = transfer(id, Objects.requireNonNull(transfers.get(id)).request(), TransferState.COMPLETED);
        SourceRef source = ended.request().sources().stream()
                .filter(each -> hostId.equals(each.hostId()))
                .findFirst()
                .orElseThrow();
        String keyspace = ended.request().tables().get(0).keyspace();
        TransferSstable corrupt = new TransferSstable(
                hostId,
                keyspace,
                "t",
                "nb-7-big",
                1,
                TransferSstable.State.SOURCE_CORRUPT,
                "CRC32 1 (expected: 2)",
                2,
                TransferSstable.Part.WHOLE,
                null);
        Transfer.SourceStatus status = new Transfer.SourceStatus(
                source.uri(),
                hostId,
                "tag",
                2,
                new Transfer.CorruptSstables(1, List.of(ranges), List.of(corrupt)),
                null);
        transfers.put(
                id,
                new Transfer(
                        id,
                        ended.plan(),
                        null,
                        ended.state(),
                        null,
                        ended.since(),
                        1,
                        null,
                        Transfer.Outcome.PARTIAL,
                        ended.createdAt(),
                        null,
                        ended.request(),
                        List.of(status),
                        ended.progress(),
                        ended.sstables(),
                        List.of(),
                        List.of(),
                        List.of(),
                        null,
                        null));
    }

    /** Somebody has paused every transfer. */
    public void isPaused() {
        TransferWait operator = new TransferWait(
                TransferWait.Cause.OPERATOR, TransferState.PULLING, "it is paused", begun, 0, "resume it");
        transfers.replaceAll((id, transfer) -> transfer(id, transfer.request(), TransferState.PAUSED, operator));
    }

    /** A transfer has brought all of what was asked for. */
    public void isComplete(String id, TransferRequest request) {
        transfers.put(id, transfer(id, request, TransferState.COMPLETED));
    }

    /** Every transfer has this state now. */
    public void isEnded(TransferState state) {
        transfers.replaceAll((id, transfer) -> transfer(id, transfer.request(), state));
    }

    private Transfer transfer(String id, TransferRequest request, TransferState state) {
        return transfer(id, request, state, null);
    }

    private Transfer transfer(String id, TransferRequest request, TransferState state, @Nullable TransferWait waiting) {
        Transfer like =
                HinderedTransfersTest.transfer(request.tables().get(0).keyspace(), state, null, null, List.of());
        return new Transfer(
                id,
                "p1",
                null,
                state,
                null,
                begun,
                1,
                waiting,
                state == TransferState.COMPLETED ? Transfer.Outcome.COMPLETE : null,
                begun,
                null,
                request,
                List.of(),
                like.progress(),
                like.sstables(),
                List.of(),
                List.of(),
                List.of(),
                null,
                state == TransferState.FAILED
                        ? AnsweringRing.problem(ProblemType.PLAN_REFUSED, "refused " + id)
                        : null);
    }

    /** Indexes. */
    public List<Integer> steps(StepAction action) {
        List<PlannedStep> steps = plan.draft().steps();
        return IntStream.range(0, steps.size())
                .filter(i -> steps.get(i).action() == action)
                .boxed()
                .toList();
    }

    public StepOutcome attempt(StepAction action) {
        return attempt(steps(action).get(0));
    }

    public StepOutcome attempt(int index) {
        ring.requests().clear();
        return Steps.attempt(context(index));
    }

    public StepContext context(int index) {
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        return new StepContext(
                plan,
                index,
                directory,
                clock,
                new RingLooks(clock),
                change -> plan = plan.withStep(index, change.apply(plan.steps().get(index))),
                () -> wanted,
                comparisons);
    }

    public PlanScene later(Duration time) {
        now = now.plus(time);
        return this;
    }

    /** The requests that change something, in order, without the host. */
    public List<String> commands() {
        List<String> commands = new ArrayList<>();
        ring.requests().stream()
                .filter(request -> !request.startsWith("GET "))
                .map(request -> request.replaceFirst("http://[^/]*", ""))
                .forEach(commands::add);
        return commands;
    }

    @Override
    public void close() {
        ring.close();
    }
}
