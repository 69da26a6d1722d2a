/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.process.ProcessFigures;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code make test-attack}: attacks for MINUTES, seeded by SEED. Exits with 1 if a promise is broken. */
public final class Attacks {
    private static final double LEAST_RATE = 0.8;
    private static final int MOST_CAUSES = 5;
    private static final double MEBIBYTE = 1 << 20;
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    // A few transfers; short enough that both rounds of a pair see the same machine.
    private static final Duration ROUND = Duration.ofSeconds(15);

    private final PrintStream out;
    private final Map<String, Tally> tallies = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Tally transfers = new Tally();
    private final List<String> broken = new ArrayList<>();

    public Attacks(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        long seed;
        long minutes;
        try {
            seed = number("SEED", 1);
            minutes = number("MINUTES", 10);
        } catch (NumberFormatException e) {
            System.err.println("SEED and MINUTES must be numbers: " + e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Attacks(System.out).run(seed, Duration.ofMinutes(minutes)) ? 0 : 1);
    }

    /**
     * Prints what was sent, and how it was met.
     *
     * @param duration of the attacks, without the start of the nodes and the wait at the end
     * @return whether every promise held
     */
    public boolean run(long seed, Duration duration) throws Exception {
        try (AttackScene scene = AttackScene.open()) {
            SplittableRandom random = new SplittableRandom(seed);
            Transfers legitimate = new Transfers(scene);
            legitimate.until(AttackDeadline.in(WARM_UP), transfers);
            flooded(scene, targets(scene), WARM_UP, legitimate, random);
            attack(scene, attacks(scene), WARM_UP, random);
            List<SidecarProcess> both = List.of(scene.sourceSidecar(), scene.destinationSidecar());
            List<AttackLeftovers> before =
                    both.parallelStream().map(AttackLeftovers::least).toList();

            Duration half = duration.dividedBy(2);
            rates(scene, half, legitimate, random);
            // By itself: it sets limits, too.
            attack(scene, List.of(new Contract()), half.dividedBy(2), random);
            scene.client(scene.sourceSidecar(), "operator").resetLimits();
            scene.client(scene.destinationSidecar(), "operator").resetLimits();
            beside(legitimate, half.dividedBy(2), () -> attack(scene, attacks(scene), half.dividedBy(2), random));
            report(both, before, seed);
        }
        return broken.isEmpty();
    }

    private static List<Attack> attacks(AttackScene scene) {
        return List.of(
                new Routes(),
                new BadTokens(),
                new SlowReaders(),
                new ManyConnections(sidecars(scene)),
                new HostilePeer(),
                new MutatedSstables());
    }

    private static List<AttackedEndpoint> sidecars(AttackScene scene) {
        List<AttackedEndpoint> endpoints = new ArrayList<>();
        for (SidecarProcess sidecar : List.of(scene.sourceSidecar(), scene.destinationSidecar())) {
            InetSocketAddress control = new InetSocketAddress(
                    sidecar.restUri().getHost(), sidecar.restUri().getPort());
            endpoints.add(new AttackedEndpoint(sidecar.name() + ", control plane", control, false, true));
            endpoints.add(new AttackedEndpoint(sidecar.name() + ", data plane", sidecar.dataPlane(), false, true));
        }
        return endpoints;
    }

    private Transfers.Rate flooded(
            AttackScene scene, Floods.Targets targets, Duration time, Transfers legitimate, SplittableRandom random)
            throws Exception {
        List<Flood> floods = List.of(new BrokenRequests(scene), new SlowHeads(scene), new HalfOpen(scene));
        boolean idle = targets.plain().get(0).idle();
        Map<String, Tally> counted = idle ? new ConcurrentHashMap<>() : tallies;
        Floods running = new Floods(floods, counted, targets, random.nextLong());
        try {
            return legitimate.until(AttackDeadline.in(time), transfers);
        } finally {
            running.end();
        }
    }

    /**
     * The rate of transfers while the sidecars are flooded, beside floods of an idle listener; in pairs of rounds. A flood
     * that slows transfers slows them in each pair, other work on the machine in some: the better half has to show it.
     */
    private void rates(AttackScene scene, Duration duration, Transfers legitimate, SplittableRandom random)
            throws Exception {
        long pairs = Math.max(1, duration.dividedBy(ROUND.multipliedBy(2)));
        Transfers.Rate alone = legitimate.until(AttackDeadline.in(WARM_UP), transfers);
        out.printf("%ntransfers until live: %s alone%n", alone);
        List<Double> ratios = new ArrayList<>();
        try (IdleListener plain = new IdleListener(null);
                IdleListener tls = new IdleListener(scene.identity("operator").ssl())) {
            Floods.Targets idle = new Floods.Targets(List.of(plain.endpoint()), List.of(tls.endpoint()));
            for (int i = 0; i < pairs; i++) {
                ratios.add(pair(scene, idle, legitimate, random));
            }
        }
        double ratio = ratios.stream().sorted().toList().get(ratios.size() / 2);
        if (!(ratio >= LEAST_RATE)) {
            broken.add("transfers had %.2f of their rate (expected: at least %.1f)".formatted(ratio, LEAST_RATE));
        }
    }

    private double pair(AttackScene scene, Floods.Targets idle, Transfers legitimate, SplittableRandom random)
            throws Exception {
        double start = cpuSeconds(scene);
        Transfers.Rate calm = flooded(scene, idle, ROUND, legitimate, random);
        double between = cpuSeconds(scene);
        Transfers.Rate flooded = flooded(scene, targets(scene), ROUND, legitimate, random);
        double ratio = flooded.bytesPerSecond() / calm.bytesPerSecond();
        out.printf(
                "%s beside floods of an idle listener, both sidecars used %.1f CPU s; %s beside floods of the sidecars, %.1f CPU s: %.2f of it%n",
                calm, between - start, flooded, cpuSeconds(scene) - between, ratio);
        return ratio;
    }

    private static double cpuSeconds(AttackScene scene) {
        return Stream.of(scene.sourceSidecar(), scene.destinationSidecar())
                .map(sidecar ->
                        ProcessHandle.of(sidecar.pid()).orElseThrow().info().totalCpuDuration())
                .mapToDouble(cpu -> cpu.orElseThrow().toNanos() / 1e9)
                .sum();
    }

    private static Floods.Targets targets(AttackScene scene) {
        List<AttackedEndpoint> sidecars = sidecars(scene);
        return new Floods.Targets(sidecars, sidecars);
    }

    private void attack(AttackScene scene, List<Attack> attacks, Duration time, SplittableRandom random)
            throws InterruptedException {
        List<Thread> running = new ArrayList<>();
        for (Attack attack : attacks) {
            Tally tally = tallies.computeIfAbsent(attack.name(), name -> new Tally());
            SplittableRandom own = random.split();
            Thread thread = new Thread(
                    () -> {
                        try {
                            attack.run(scene, own, AttackDeadline.in(time), tally);
                        } catch (Exception e) {
                            tally.breaks(attack.name() + " ended: " + withCauses(e));
                        }
                    },
                    attack.name());
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
    }

    private static String withCauses(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .map(Throwable::toString)
                .collect(Collectors.joining(", because of "));
    }

    private interface Interruptible {
        void run() throws InterruptedException;
    }

    /** Transfers until {@code work} has ended. */
    private void beside(Transfers legitimate, Duration time, Interruptible work) throws InterruptedException {
        Thread transferring = new Thread(
                () -> {
                    try {
                        legitimate.until(AttackDeadline.in(time), transfers);
                    } catch (RuntimeException e) {
                        transfers.breaks("the legitimate transfers ended: " + e);
                    }
                },
                "transfers");
        transferring.start();
        work.run();
        transferring.join();
    }

    private void report(List<SidecarProcess> both, List<AttackLeftovers> before, long seed) {
        out.printf("%n%s%n", Tally.header());
        tallies.forEach((name, tally) -> out.println(tally.line(name)));
        out.println(transfers.line("legitimate transfers"));
        out.println();
        for (int i = 0; i < both.size(); i++) {
            SidecarProcess sidecar = both.get(i);
            if (!sidecar.isAlive()) {
                broken.add(sidecar.name() + " has ended:\n" + sidecar.logTail());
                continue;
            }
            AttackLeftovers after = before.get(i).settled(sidecar);
            out.printf(
                    "%s: %s before, %s after, %.0f MiB resident at most%n",
                    sidecar.name(),
                    before.get(i),
                    after,
                    new ProcessFigures(sidecar.pid()).peakResidentBytes() / MEBIBYTE);
            if (after.exceeds(before.get(i))) {
                broken.add(sidecar.name() + " keeps " + after + " (expected: at most " + before.get(i) + "): "
                        + AttackLeftovers.kinds(sidecar));
            }
        }
        tallies.values().forEach(tally -> broken.addAll(tally.broken()));
        broken.addAll(transfers.broken());
        broken.forEach(promise -> out.printf("BROKEN: %s%n", promise));
        out.printf(
                "%nseed %d: %s%n",
                seed, broken.isEmpty() ? "every promise held" : broken.size() + " broken promises named");
    }

    private static long number(String name, long preset) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? preset : Long.parseLong(value);
    }
}
