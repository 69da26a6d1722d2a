/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Writes state directories with the harness of the build that it runs in: README.md. Two nodes of one ring, each a data
 * centre, with a sidecar each.
 */
final class WriteState {
    private static final List<String> ANSWERS =
            List.of("v1/transfers", "v1/plans", "v1/leases", "v1/limits", "v1/host");
    private static final long SLOW = 64 << 10;
    private static final Set<String> NOT_STATE = Set.of("lock");

    private final Path out;
    private CassandraCluster ring;
    private SidecarProcess source;
    private SidecarProcess destination;
    private SidecarClient there;
    private SidecarClient here;

    private WriteState(Path out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        new WriteState(Path.of(arguments[0])).write();
    }

    private void write() throws Exception {
        try (CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                        .name("upgrade")
                        .datacenters("dc1", "dc2")
                        .start();
                SidecarProcess first = SidecarProcess.beside(cluster.node(0))
                        .set("audit.maxFiles", 10)
                        .start();
                SidecarProcess second = SidecarProcess.beside(cluster.node(1))
                        .set("audit.maxFiles", 10)
                        .set("transfers.maxConcurrent", 1)
                        .start()) {
            ring = cluster;
            source = first;
            destination = second;
            there = SidecarClient.of(source.restUri());
            here = SidecarClient.of(destination.restUri());
            tables("early", "users");
            endedTransfers();
            endedPlan();
            unfinished();
            answers("source", source);
            answers("destination", destination);
            source.stop();
            destination.stop();
            copy(source.stateDirectory(), "source");
            copy(destination.stateDirectory(), "destination");
        }
    }

    /** Filled in dc1; dc2 owns them and has nothing. */
    private void tables(String keyspace, String... names) {
        ring.cql().execute(keyspace("CREATE", keyspace, "'dc1': 1"));
        for (String name : names) {
            PayloadTable table = new PayloadTable(keyspace, name, 500, 16_384);
            table.create(ring.cql());
            table.insert(ring.node(0).cql());
            ring.node(0).flush(keyspace, name);
        }
        ring.cql().execute(keyspace("ALTER", keyspace, "'dc1': 1, 'dc2': 1"));
    }

    private static String keyspace(String verb, String name, String replicas) {
        return verb + " KEYSPACE " + name + " WITH replication = {'class': 'NetworkTopologyStrategy', " + replicas
                + "}";
    }

    private void endedTransfers() {
        tables("shop", "complete", "partial", "cancelled", "running", "queued");
        ended(request("complete").build(), "complete", TransferState.COMPLETED);
        ended(
                request("partial").ranges(List.of(Long.MIN_VALUE + ":0")).build(),
                "partial",
                TransferState.COMPLETED);
        ended(request("complete").snapshot("gone").build(), "failed", TransferState.FAILED);
        Transfer cancelled = here.createTransfer(request("cancelled").maxRate(SLOW).build(), "cancelled");
        awaitState(cancelled.id(), TransferState.PULLING);
        here.cancelTransfer(cancelled.id());
        awaitState(cancelled.id(), TransferState.CANCELLED);
        here.setLimits(new LimitSettings(null, 500L << 20, null));
        there.createSnapshot(
                new SnapshotRequest("nightly", null, List.of(new TableRef("shop", "complete")), null, null));
    }

    private void ended(TransferRequest request, String key, TransferState state) {
        awaitState(here.createTransfer(request, key).id(), state);
    }

    private void endedPlan() {
        Plan plan = there.plans().create(rebuild("early", null));
        there.plans().approve(plan.id(), plan.digest());
        await("the plan ends", () -> there.plans().get(plan.id()).state() == PlanState.COMPLETED);
    }

    /** A plan that is paused in its FILL, a draft, and a transfer each that is paused, runs and is queued. */
    private void unfinished() {
        tables("late", "users");
        Plan plan = there.plans().create(rebuild("late", SLOW));
        there.plans().approve(plan.id(), plan.digest());
        await("the plan fills", () -> here.transfers(TransferState.PULLING, 10).transfers().size() == 1);
        there.plans().pause(plan.id());
        await("the plan is paused", () -> there.plans().get(plan.id()).state() == PlanState.PAUSED
                && here.transfers(TransferState.PULLING, 10).transfers().isEmpty());
        there.plans().create(rebuild("early", null));

        Transfer paused = here.createTransfer(request("cancelled").maxRate(SLOW).build(), "paused");
        awaitState(paused.id(), TransferState.PULLING);
        here.pauseTransfer(paused.id());
        awaitState(paused.id(), TransferState.PAUSED);
        Transfer running = here.createTransfer(request("running").maxRate(SLOW).build(), "running");
        awaitState(running.id(), TransferState.PULLING);
        Transfer queued = here.createTransfer(request("queued").build(), "queued");
        awaitState(queued.id(), TransferState.QUEUED);
    }

    private PlanRequest rebuild(String keyspace, Long rate) {
        return PlanRequest.builder(PlanKind.REBUILD)
                .datacenter("dc2")
                .sourceDatacenter("dc1")
                .writes(Map.of("*", "LOCAL_QUORUM"))
                .keyspaces(List.of(keyspace))
                .maxRate(rate)
                .build();
    }

    private TransferRequest.Builder request(String table) {
        return TransferRequest.builder(
                List.of(SourceRef.at(source.restUri().toString())), List.of(new TableRef("shop", table)));
    }

    private void awaitState(String id, TransferState state) {
        await(id + " is " + state, () -> {
            Transfer transfer = here.transfer(id);
            if (transfer.state().isFinal() && transfer.state() != state) {
                throw new IllegalStateException(transfer.toString());
            }
            return transfer.state() == state;
        });
    }

    private static void await(String what, BooleanSupplier done) {
        Instant last = Instant.now().plus(Duration.ofMinutes(3));
        while (!done.getAsBoolean()) {
            if (Instant.now().isAfter(last)) {
                throw new IllegalStateException("not within 3 minutes: " + what);
            }
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        System.out.println(what);
    }

    /** Writes the answers of this build, which a later one must give, too. */
    private void answers(String side, SidecarProcess sidecar) throws IOException, InterruptedException {
        for (String path : ANSWERS) {
            URI uri = sidecar.restUri().resolve("/" + path);
            String body = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            write(out.resolve("answers").resolve(side).resolve(path.substring(3) + ".json"), body);
        }
    }

    private void copy(Path state, String side) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !NOT_STATE.contains(file.getFileName().toString()))
                    .toList()) {
                write(out.resolve(side).resolve(state.relativize(file).toString()), Files.readString(file));
            }
        }
    }

    /** Without the paths of this machine. */
    private void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                text.replace(source.directory().toString(), "/recorded/source")
                        .replace(destination.directory().toString(), "/recorded/destination")
                        .replace(ring.node(0).directory().toString(), "/recorded/source-node")
                        .replace(ring.node(1).directory().toString(), "/recorded/destination-node"));
    }
}
