/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** Runs floods at their rates, each with one thread that starts them and others that wait. */
final class Floods {
    // Slow ones wait for up to half a minute each.
    private static final int MOST_WAITING = 400;

    /**
     * Where floods go.
     *
     * @param plain for those that complete no handshake
     */
    record Targets(List<AttackedEndpoint> plain, List<AttackedEndpoint> tls) {
        List<AttackedEndpoint> of(Flood flood) {
            return flood.speaksTls() ? tls : plain;
        }
    }

    private final List<Flood> floods;
    private final Map<String, Tally> tallies;
    private final Targets targets;
    private final ExecutorService waiting = Executors.newCachedThreadPool(Floods::daemon);
    private final Semaphore room = new Semaphore(MOST_WAITING);
    private final List<Thread> starters = new ArrayList<>();
    private volatile boolean ended;

    Floods(List<Flood> floods, Map<String, Tally> tallies, Targets targets, long seed) {
        this.floods = floods;
        this.tallies = tallies;
        this.targets = targets;
        SplittableRandom seeds = new SplittableRandom(seed);
        for (Flood flood : floods) {
            SplittableRandom random = seeds.split();
            Thread starter = daemon(() -> start(flood, random));
            starters.add(starter);
            starter.start();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "flood");
        thread.setDaemon(true);
        return thread;
    }

    private void start(Flood flood, SplittableRandom random) {
        Tally tally = tally(flood);
        List<AttackedEndpoint> endpoints = targets.of(flood);
        long every = (long) (1e9 / flood.perSecond());
        long next = System.nanoTime();
        while (!ended) {
            LockSupport.parkNanos(next - System.nanoTime());
            if (System.nanoTime() - next < 0) {
                continue;
            }
            next += every;
            if (room.tryAcquire()) {
                AttackedEndpoint endpoint = endpoints.get(random.nextInt(endpoints.size()));
                RandomGenerator own = random.split();
                Future<?> unused = waiting.submit(() -> one(flood, endpoint, own, tally));
            }
        }
    }

    private void one(Flood flood, AttackedEndpoint endpoint, RandomGenerator random, Tally tally) {
        try {
            flood.one(endpoint, random, tally);
        } catch (Exception e) {
            tally.breaks(flood.name() + ": " + e);
        } finally {
            room.release();
        }
    }

    private Tally tally(Flood flood) {
        return tallies.computeIfAbsent(flood.name(), name -> new Tally());
    }

    /** Starts no more, and waits for those that wait: an idle listener answers none, so those that went there give up. */
    void end() throws InterruptedException {
        ended = true;
        for (Thread starter : starters) {
            starter.join();
        }
        waiting.shutdown();
        if (targets.plain().get(0).idle()) {
            waiting.shutdownNow();
        }
        if (!waiting.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("a flood has not ended within a minute");
        }
        floods.forEach(flood -> flood.end(tally(flood), targets.of(flood).get(0).idle()));
    }
}
