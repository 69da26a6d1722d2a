/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.client.SidecarCallException;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A sidecar that the destination trusts has gone bad. It passes on what the real source says, until it lies. {@code
 * -Didaeus.attack.only=…} takes only misdeeds whose names contain this.
 */
final class HostilePeer implements Attack {
    private static final List<Stage> OF_TRANSFERS = List.of(
            Stage.NODE,
            Stage.RING,
            Stage.LEASE,
            Stage.TAKE,
            Stage.SNAPSHOT,
            Stage.MANIFEST,
            Stage.SLICES,
            Stage.FILE,
            Stage.BUNDLE,
            Stage.CHECKSUMS,
            Stage.RELEASE);
    private static final List<Stage> OF_BYTES = List.of(Stage.FILE, Stage.BUNDLE);
    private static final List<Stage> OF_PREVIEWS = List.of(Stage.NODE, Stage.RING, Stage.TABLE, Stage.LISTING);
    private static final List<Stage> OF_ADOPTIONS = List.of(Stage.NODE, Stage.HOST);

    // Dry runs run four at a time; the others are for those who mean well.
    private static final int PREVIEWING = 2;
    private static final int ROWS = 1_500;
    private static final int ROW_BYTES = 8_192;
    private static final long FIRST_OF_DESTINATION = 1_000_000;
    private static final long ROWS_OF_DESTINATION = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(40);

    private final Set<String> trying = Collections.synchronizedSet(new HashSet<>());

    @Override
    public String name() {
        return "hostile peer";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception {
        PayloadTable table = load(scene);
        CutTable cut = CutTable.load(scene);
        InetSocketAddress data = new InetSocketAddress(AttackScene.HOSTILE_ADDRESS, SidecarProcess.DATA_PORT);
        HonestSource honest = new HonestSource(scene, data);
        Authority.Identity identity = scene.issue("CN=hostile", AttackScene.HOSTILE_ADDRESS);
        List<String> names = List.of(
                AttackScene.HOSTILE_ADDRESS,
                scene.client(scene.sourceSidecar(), "operator").node().hostId());
        List<Misdeed> all = all(scene);
        List<Lane> lanes = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(1 + PREVIEWING);
        try (HostilePort bytes = new HostilePort(identity.ssl(), data, honest);
                Bystander bystander = new Bystander(
                        scene.destinationSidecar(),
                        scene.client(scene.destinationSidecar(), "operator"),
                        tally,
                        trying::toString)) {
            for (int i = 0; i <= PREVIEWING; i++) {
                InetSocketAddress address = new InetSocketAddress(
                        AttackScene.HOSTILE_ADDRESS, i == 0 ? data.getPort() - 1 : data.getPort() + i);
                HostilePort port = new HostilePort(identity.ssl(), address, honest);
                List<HostilePort> ports = i == 0 ? List.of(port, bytes) : List.of(port);
                Victim victim = new Victim(scene, table, List.of(), names, tally);
                lanes.add(new Lane(
                        ports,
                        "https://" + AttackScene.HOSTILE_ADDRESS + ":" + address.getPort(),
                        victim,
                        new Random(random.nextLong())));
            }
            List<Future<?>> running = new ArrayList<>();
            Victim cutting = new Victim(scene, cut.table(), cut.ranges(), names, tally);
            running.add(threads.submit(() -> {
                transfers(lanes.get(0), all, deadline, (misdeed, patience) -> {
                    boolean complete = cutting.transfer(lanes.get(0).uri, misdeed, patience);
                    cut.check(complete, misdeed, tally);
                });
                return null;
            }));
            Deque<Misdeed> previews = order(all, OF_PREVIEWS, lanes.get(1).random);
            for (Lane lane : lanes.subList(1, lanes.size())) {
                running.add(threads.submit(() -> {
                    previews(lane, previews, all, deadline);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                await(each);
            }
            checkRows(scene, table, tally);
            bystander.checkFiles();
        } finally {
            threads.shutdownNow();
            for (Lane lane : lanes) {
                lane.ports.get(0).close();
            }
        }
    }

    private record Lane(List<HostilePort> ports, String uri, Victim victim, Random random) {}

    /** A transfer for which SSTables are cut. */
    private interface Cutting {
        void run(Misdeed misdeed, Duration patience) throws InterruptedException;
    }

    private void transfers(Lane lane, List<Misdeed> all, AttackDeadline deadline, Cutting cutting)
            throws InterruptedException {
        Deque<Misdeed> order = order(all, OF_TRANSFERS, lane.random);
        boolean first = true;
        while (!deadline.isOver()) {
            if (order.isEmpty()) {
                order = order(all, OF_TRANSFERS, lane.random);
                first = false;
            }
            if (order.isEmpty()) {
                return;
            }
            Misdeed misdeed = order.remove();
            Duration patience = !first && lane.random.nextInt(10) == 0 ? LONG_PATIENCE : PATIENCE;
            boolean cuts = misdeed.isOfSlices() || (misdeed.isOf(OF_BYTES) && lane.random.nextBoolean());
            attempt(lane, misdeed, () -> {
                if (cuts) {
                    cutting.run(misdeed, patience);
                } else {
                    lane.victim.transfer(lane.uri, misdeed, patience);
                }
            });
        }
    }

    private void previews(Lane lane, Deque<Misdeed> first, List<Misdeed> all, AttackDeadline deadline)
            throws InterruptedException {
        List<Misdeed> previews =
                all.stream().filter(misdeed -> misdeed.isOf(OF_PREVIEWS)).toList();
        List<Misdeed> adoptions =
                all.stream().filter(misdeed -> misdeed.isOf(OF_ADOPTIONS)).toList();
        while (!deadline.isOver() && !(previews.isEmpty() && adoptions.isEmpty())) {
            Misdeed next;
            synchronized (first) {
                next = first.poll();
            }
            boolean adopts = !adoptions.isEmpty() && (previews.isEmpty() || lane.random.nextInt(8) == 0);
            List<Misdeed> among = adopts ? adoptions : previews;
            Misdeed misdeed = next == null || adopts ? among.get(lane.random.nextInt(among.size())) : next;
            attempt(lane, misdeed, () -> {
                if (adopts) {
                    lane.victim.adopt(lane.uri, misdeed);
                } else {
                    lane.victim.preview(lane.uri, misdeed);
                }
            });
        }
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private void attempt(Lane lane, Misdeed misdeed, Step step) throws InterruptedException {
        String what = misdeed.name() + " at " + lane.uri;
        trying.add(what);
        HostilePort.begin(misdeed, lane.ports);
        try {
            step.run();
        } finally {
            lane.ports.forEach(HostilePort::end);
            trying.remove(what);
        }
    }

    private static List<Misdeed> all(AttackScene scene) {
        URI own = URI.create("https://" + AttackScene.HOSTILE_ADDRESS + ":" + SidecarProcess.CONTROL_PORT);
        Map<String, Misdeed.Act> broken =
                BrokenAnswers.all(own, scene.sourceSidecar().restUri());
        List<Misdeed> all = new ArrayList<>(FalseDocuments.all());
        all.addAll(FalseBytes.all(broken));
        for (Stage stage : Stage.values()) {
            if (stage != Stage.CHECKSUMS) {
                broken.forEach(
                        (name, act) -> all.add(Misdeed.at(stage, name, act).mayEndWell()));
            }
        }
        String only = System.getProperty("idaeus.attack.only", "");
        return all.stream().filter(misdeed -> misdeed.name().contains(only)).toList();
    }

    // Misdeeds that differ by their stage alone come last.
    private static Deque<Misdeed> order(List<Misdeed> all, List<Stage> stages, Random random) {
        List<Misdeed> shuffled =
                all.stream().filter(misdeed -> misdeed.isOf(stages)).collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(shuffled, random);
        Set<String> kinds = new HashSet<>();
        List<Misdeed> first = new ArrayList<>();
        List<Misdeed> later = new ArrayList<>();
        for (Misdeed misdeed : shuffled) {
            boolean isNew = kinds.add(misdeed.name().substring(misdeed.name().lastIndexOf(": ") + 2));
            (isNew ? first : later).add(misdeed);
        }
        first.addAll(later);
        return new ArrayDeque<>(first);
    }

    private static PayloadTable load(AttackScene scene) {
        String name = "pieces_" + Long.toString(System.nanoTime(), 36);
        PayloadTable table = new PayloadTable("hostile", name, ROWS, ROW_BYTES);
        table.create(scene.source().cql());
        table.create(scene.destination().cql());
        table.insert(scene.source().cql(), LongStream.range(0, ROWS - 50));
        scene.source().flush(table.keyspace(), table.table());
        table.insert(scene.source().cql(), LongStream.range(ROWS - 50, ROWS));
        scene.source().flush(table.keyspace(), table.table());
        table.insert(
                scene.destination().cql(),
                LongStream.range(FIRST_OF_DESTINATION, FIRST_OF_DESTINATION + ROWS_OF_DESTINATION));
        return table;
    }

    private static void checkRows(AttackScene scene, PayloadTable table, Tally tally) {
        long own = 0;
        for (Row row : scene.destination().cql().execute("SELECT id, payload FROM " + table.name())) {
            long id = row.getLong("id");
            own += id >= FIRST_OF_DESTINATION ? 1 : 0;
            if (!table.payload(id).equals(row.getByteBuffer("payload"))) {
                tally.breaks("row " + id + " of " + table.name() + " has a payload that no source ever had");
            }
        }
        if (own != ROWS_OF_DESTINATION) {
            tally.breaks("the destination kept " + own + " of its " + ROWS_OF_DESTINATION + " rows");
        }
    }

    private static void await(Future<?> attempt) throws Exception {
        try {
            attempt.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SidecarCallException call) {
                throw new IllegalStateException("a call of the destination's sidecar failed", call);
            }
            throw e;
        }
    }
}
