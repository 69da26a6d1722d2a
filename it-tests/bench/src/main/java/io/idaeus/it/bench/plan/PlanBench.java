/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.balance.Balance;
import io.idaeus.sidecar.balance.BalanceRequest;
import io.idaeus.sidecar.balance.Candidate;
import io.idaeus.sidecar.balance.Demand;
import io.idaeus.sidecar.balance.DestinationNode;
import io.idaeus.sidecar.balance.Locality;
import io.idaeus.sidecar.balance.Sharing;
import io.idaeus.sidecar.balance.SourceBalancer;
import io.idaeus.sidecar.balance.SourceChoice;
import io.idaeus.sidecar.balance.SourceNode;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.ring.TokenRange;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Times the drafting of plans on a large ring, and compares how the sources are balanced. Environment: {@code NODES},
 * {@code VNODES}, {@code TABLES}, {@code RUNS}. Exits with 1 where a draft takes too much CPU time, a summary is too large, or
 * too much moves.
 */
public final class PlanBench {
    private static final double MIB = 1 << 20;
    private static final int REPLACEMENT_MS = 1_000;
    private static final int DATA_CENTRE_MS = 30_000;
    private static final double MOST_MOVED = 1.15;
    private static final String NEW = "https://10.9.9.9:9043";

    private final int nodes = number("NODES", 1_000);
    private final int vnodes = number("VNODES", 256);
    private final int tables = number("TABLES", 50);
    private final int runs = number("RUNS", 3);
    private boolean beyond;

    public static void main(String[] args) throws IOException {
        PlanBench bench = new PlanBench();
        bench.run();
        System.exit(bench.beyond ? 1 : 0);
    }

    private static int number(String name, int otherwise) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? otherwise : Integer.parseInt(value.strip());
    }

    private void run() throws IOException {
        System.out.printf("%d nodes x %d vnodes, %d tables, heap of %.0f MiB%n%n", nodes, vnodes, tables, maxHeap());
        collection(new BenchRing(nodes, vnodes, tables, false, false, 3, 3));
        System.out.printf(
                "%n| plan | files | ms: first | its CPU | least CPU | ranges | live heap, MiB: facts | with the draft |%n"
                        + "|---|---|---|---|---|---|---|---|%n");
        for (boolean whole : new boolean[] {false, true}) {
            drafted("replacement, one copy", replacement("ALL"), whole, REPLACEMENT_MS, true, 3);
            drafted("replacement, two copies", replacement("QUORUM"), whole, REPLACEMENT_MS, true, 3);
            drafted("data centre, RF 3 from 3", rebuild(), whole, DATA_CENTRE_MS, false, 3, 3);
            drafted("data centre, RF 2 from 3", rebuild(), whole, DATA_CENTRE_MS, false, 3, 2);
        }
        amplification();
        System.out.printf("%n| plan | files | makespan / fractional | / bound | counting ranges / bytes"
                + " | pairs | pairs, counting | balancer ms |%n|---|---|---|---|---|---|---|---|%n");
        for (boolean whole : new boolean[] {false, true}) {
            balanced("replacement, one copy", new BenchRing(nodes, vnodes, 1, true, whole, 3), 1, whole);
            balanced("data centre, RF 3 from 3", new BenchRing(nodes, vnodes, 1, false, whole, 3, 3), 3, whole);
            balanced("data centre, RF 2 from 3", new BenchRing(nodes, vnodes, 1, false, whole, 3, 2), 2, whole);
        }
    }

    // Bytes that move over bytes within the ranges. SSTables of STCS or TWCS: all of them span the node's ranges.
    private void amplification() {
        System.out.printf(
                "%n| replacement, two copies: nodes | vnodes | SSTables, MiB | moved / needed, cut | whole |%n|---|---|---|---|---|%n");
        for (int size : new int[] {6, 48, 1_000}) {
            for (int tokens : new int[] {16, 256}) {
                for (long mib : new long[] {8, 64, 1_024}) {
                    double cut = moved(new BenchRing(size, tokens, 1, true, true, 3).sstablesOf(mib << 20));
                    double whole = moved(new BenchRing(size, tokens, 1, true, true, 3)
                            .sstablesOf(mib << 20)
                            .notCutting());
                    System.out.printf("| %d | %d | %d | %.3f | %.1f |%n", size, tokens, mib, cut, whole);
                    beyond |= tokens == 16 && mib >= 64 && cut > MOST_MOVED;
                }
            }
        }
    }

    private static double moved(BenchRing ring) {
        PlanDestination destination = PlanDrafter.draft(replacement("QUORUM"), ring.facts(NEW))
                .destinations()
                .get(0);
        return 1.0 * destination.bytes() / destination.bytesNeeded();
    }

    private static PlanRequest replacement(String writes) {
        return PlanRequest.builder(PlanKind.REPLACE)
                .dead("10.1.0.0")
                .destinations(List.of(NEW))
                .way(PlanWay.SURVEY)
                .writes(Map.of("*", writes))
                .maxAmplification(1e9)
                .build();
    }

    private static PlanRequest rebuild() {
        return PlanRequest.builder(PlanKind.REBUILD)
                .datacenter("dc2")
                .sourceDatacenter("dc1")
                .writes(Map.of("*", "LOCAL_QUORUM"))
                .build();
    }

    private void collection(BenchRing ring) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ClusterNode node = ring.node(0);
        byte[] summary = json.writeValueAsBytes(ring.sizes(node));
        long began = System.nanoTime();
        int parsed = 100;
        for (int i = 0; i < parsed; i++) {
            HeldBytes.of(json.readValue(summary, KeyspaceSizes.class));
        }
        System.out.printf(
                "Collection: a summary has %.2f MiB and is read in %.1f ms; ",
                summary.length / MIB, (System.nanoTime() - began) / 1e6 / parsed);
        CountingStream counted = new CountingStream();
        json.writeValue(counted, new Ring(BenchRing.KEYSPACE, ring.ranges()));
        System.out.printf("the ring has %.0f MiB%n", counted.bytes / MIB);
        beyond |= summary.length > MIB;
    }

    private static final class CountingStream extends OutputStream {
        private long bytes;

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] b, int off, int len) {
            bytes += len;
        }
    }

    private void drafted(String what, PlanRequest request, boolean whole, int limit, boolean dead, int... replicas) {
        ClusterFacts facts = new BenchRing(nodes, vnodes, tables, dead, whole, replicas).facts(dead ? NEW : "");
        double held = liveHeap();
        double first = 0;
        double firstCpu = 0;
        double least = Double.MAX_VALUE;
        double withDraft = 0;
        int ranges = 0;
        for (int i = 0; i < runs; i++) {
            long began = System.nanoTime();
            long busy = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            Draft draft = PlanDrafter.draft(request, facts);
            double cpu = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - busy) / 1e6;
            first = i == 0 ? (System.nanoTime() - began) / 1e6 : first;
            firstCpu = i == 0 ? cpu : firstCpu;
            least = Math.min(least, cpu);
            ranges = draft.ranges().size();
            withDraft = i == 0 ? liveHeap() : withDraft;
            if (draft.destinations().isEmpty()) {
                throw new IllegalStateException("nothing is planned: " + draft.findings());
            }
        }
        beyond |= firstCpu > limit;
        System.out.printf(
                "| %s | %s | %.0f | %.0f | %.0f | %d | %.0f | %.0f |%n",
                what, whole ? "whole" : "ranges", first, firstCpu, least, ranges, held, withDraft);
    }

    private static double maxHeap() {
        return Runtime.getRuntime().maxMemory() / MIB;
    }

    // After a collection.
    private static double liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
    }

    private static void balanced(String what, BenchRing ring, int wanting, boolean whole) {
        BalanceRequest request = request(ring, wanting);
        long began = System.nanoTime();
        Balance balance = SourceBalancer.balance(request);
        double taken = (System.nanoTime() - began) / 1e6;
        List<SourceChoice> counted = counting(request);
        System.out.printf(
                "| %s | %s | %.3f | %.3f | %.2f | %d | %d | %.0f |%n",
                what,
                whole ? "whole" : "ranges",
                balance.makespan().reached() / balance.makespan().fractional(),
                balance.makespan().ratio(),
                makespan(request, counted) / balance.makespan().reached(),
                pairs(balance.choices()),
                pairs(counted),
                taken);
    }

    // For a dead first node, or for the second data centre.
    private static BalanceRequest request(BenchRing ring, int wanting) {
        Map<String, SourceNode> sources = new TreeMap<>();
        Map<String, DestinationNode> destinations = new TreeMap<>();
        List<Demand> demands = new ArrayList<>();
        Map<String, HeldBytes> held = new HashMap<>();
        String dead = ring.node(0).hostId();
        boolean one = !ring.node(0).liveness().equals("UP");
        for (RingRange range : ring.ranges()) {
            TokenRange tokens = TokenRange.parse(range.range());
            List<Candidate> candidates = new ArrayList<>();
            List<String> to = new ArrayList<>();
            for (Replica replica : range.replicas()) {
                Locality place = new Locality(replica.datacenter(), replica.rack());
                if (one ? replica.hostId().equals(dead) : replica.datacenter().equals("dc2")) {
                    to.add(replica.hostId());
                    destinations.computeIfAbsent(replica.hostId(), id -> new DestinationNode(id, place));
                } else {
                    HeldBytes bytes =
                            held.computeIfAbsent(replica.hostId(), id -> HeldBytes.of(ring.sizes(ring.node(id))));
                    sources.computeIfAbsent(
                            replica.hostId(),
                            id -> new SourceNode(id, place, 1, Map.of(BenchRing.KEYSPACE, bytes.wholeBytes())));
                    candidates.add(new Candidate(replica.hostId(), bytes.bytes(tokens)));
                }
            }
            if (!to.isEmpty()) {
                Sharing sharing = wanting == 3 ? Sharing.DISTINCT_ACROSS_REPLICAS : Sharing.INDEPENDENT;
                demands.add(new Demand(BenchRing.KEYSPACE, tokens, to, candidates, wanting == 2 ? 2 : 1, sharing));
            }
        }
        return new BalanceRequest(List.copyOf(sources.values()), List.copyOf(destinations.values()), demands);
    }

    /** As Cassandra's RangeFetchMapCalculator: each destination on its own, every range counts one. */
    private static List<SourceChoice> counting(BalanceRequest request) {
        List<SourceNode> sources = request.sources().stream()
                .map(source -> new SourceNode(source.name(), source.locality(), 1, Map.of()))
                .toList();
        Map<String, List<Demand>> wanted = new TreeMap<>();
        for (Demand demand : request.demands()) {
            List<Candidate> ones = demand.candidates().stream()
                    .map(candidate -> new Candidate(candidate.source(), 1))
                    .toList();
            for (String destination : demand.destinations()) {
                wanted.computeIfAbsent(destination, key -> new ArrayList<>())
                        .add(new Demand(
                                demand.group(),
                                demand.range(),
                                List.of(destination),
                                ones,
                                demand.copies(),
                                Sharing.INDEPENDENT));
            }
        }
        List<SourceChoice> choices = new ArrayList<>();
        wanted.values()
                .forEach(demands -> choices.addAll(
                        SourceBalancer.balance(new BalanceRequest(sources, request.destinations(), demands))
                                .choices()));
        return choices;
    }

    private static double makespan(BalanceRequest request, List<SourceChoice> choices) {
        Map<TokenRange, Demand> demands = new HashMap<>();
        request.demands().forEach(demand -> demands.put(demand.range(), demand));
        Map<String, SourceNode> sources = new HashMap<>();
        request.sources().forEach(source -> sources.put(source.name(), source));
        Map<String, Double> sent = new HashMap<>();
        for (SourceChoice choice : choices) {
            Objects.requireNonNull(demands.get(choice.range())).candidates().stream()
                    .filter(candidate -> candidate.source().equals(choice.source()))
                    .forEach(candidate -> sent.merge(choice.source(), (double) candidate.bytes(), Double::sum));
        }
        choices.stream()
                .map(choice -> List.of(choice.source(), choice.destination()))
                .distinct()
                .forEach(pair -> sent.merge(
                        pair.get(0),
                        (double) Objects.requireNonNull(sources.get(pair.get(0)))
                                .wholeFileBytes()
                                .getOrDefault(BenchRing.KEYSPACE, 0L),
                        Double::sum));
        return sent.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private static long pairs(List<SourceChoice> choices) {
        return choices.stream()
                .map(choice -> List.of(choice.source(), choice.destination()))
                .distinct()
                .count();
    }
}
