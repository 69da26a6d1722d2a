/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import io.idaeus.it.bench.data.Trees;
import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Replaces the same dead node in every way, round after round. What is recorded is not run again, so an interrupted
 * benchmark goes on where it stopped.
 */
final class MttrBench {
    private static final Duration CQL_BOUND = Duration.ofMinutes(2);
    private static final Duration REPAIR_BOUND = Duration.ofHours(2);

    // D with two sources, in whole SSTables.
    private static final double ADDED_FACTOR = 2;
    // Each live node, and what a repair or compactions write anew.
    private static final double LIVE_FACTOR = 2;

    private final MttrSettings settings;
    private final Path directory;
    private final Results results;
    private final ReplicaPlacement placement;

    MttrBench(MttrSettings settings, Path directory) throws IOException {
        this.settings = settings;
        this.directory = Files.createDirectories(directory);
        this.placement = settings.ring().placement();
        this.results = new Results(directory.resolve("results.jsonl"));
    }

    public static void main(String[] args) throws IOException {
        MttrSettings settings = MttrSettings.of(System.getenv());
        MttrBench bench = new MttrBench(
                settings, settings.ring().directory(Workspace.target().resolve("bench-mttr")));
        if (!settings.reportOnly()) {
            bench.run();
        }
        MttrReport report = new MttrReport(bench.results.with(settings.ringDelayMillis()));
        System.out.println(report.markdown());
        if (!settings.document().isEmpty()) {
            report.update(Path.of(settings.document()), settings.ring().marks());
        }
        System.exit(0);
    }

    private void run() throws IOException {
        for (DataSpec set : settings.sets()) {
            Path template = directory.resolve("data").resolve(set.name());
            long needed = Math.round(set.gib() * diskFactor() * (1L << 30));
            long free = Files.getFileStore(directory).getUsableSpace();
            if (isRecorded(set)) {
                say(set.name() + ": everything is recorded");
            } else if (free < needed) {
                say("%s skipped: %,d MiB are free (expected: %,d)".formatted(set.name(), free >> 20, needed >> 20));
            } else {
                Rows rows = Rows.of(set, settings.ring(), placement);
                run(set, rows, new Template(template, rows.table()));
            }
        }
    }

    private double diskFactor() {
        return LIVE_FACTOR * (placement.nodes() - 1) + ADDED_FACTOR;
    }

    private boolean isRecorded(DataSpec set) {
        return settings.ways().stream().allMatch(way -> {
            for (int round = 1; round <= set.rounds(); round++) {
                if (!results.has(set, way, round, settings.ringDelayMillis())) {
                    return false;
                }
            }
            return true;
        });
    }

    private void run(DataSpec set, Rows rows, Template template) throws IOException {
        Path work = directory.resolve("work");
        Trees.delete(work);
        say(set.name() + ": starting the ring, making the rows if they are missing ...");
        try (ReplacedRing ring = ReplacedRing.start(rows, template, work, settings.ringDelayMillis())) {
            for (int round = 1; round <= set.rounds(); round++) {
                for (ReplaceWay way : order(round)) {
                    if (!results.has(set, way, round, settings.ringDelayMillis())) {
                        MttrRun run = run(set, rows, ring, way, round);
                        results.add(run);
                        say("%s, round %d, %s: normal %.1f s, complete %.1f s, repaired %s"
                                .formatted(
                                        set.name(),
                                        round,
                                        way,
                                        run.normalSeconds(),
                                        run.completeSeconds(),
                                        run.repairedSeconds()));
                    }
                }
            }
        }
        Trees.delete(work);
        template.delete();
    }

    // Each way once comes first, when the machine has rested.
    private List<ReplaceWay> order(int round) {
        List<ReplaceWay> ways = new ArrayList<>(settings.ways());
        Collections.rotate(ways, round - 1);
        return ways;
    }

    private MttrRun run(DataSpec set, Rows rows, ReplacedRing ring, ReplaceWay way, int round) throws IOException {
        Trees.sync();
        Machine.rest();
        CassandraNode added = ring.addNode();
        TimedReplacement replacement = TimedReplacement.run(way, ring, added);
        added.awaitReady(NodeReadiness.NORMAL, CQL_BOUND);
        BitSet missing = missing(ring, added, rows);
        RowCheck.require(missing, way.sources() == 1 ? rows.ofDeadMissedElsewhere() : new BitSet());
        Double repaired = way == ReplaceWay.CASSANDRA ? repaired(ring, added, rows, replacement) : null;
        int pending = ReplacedRing.pendingCompactions(added);
        ring.retire(added);
        return new MttrRun(
                set.strategy(),
                set.gib(),
                set.fitted(),
                way,
                round,
                settings.ringDelayMillis(),
                Instant.now().toString(),
                replacement.normalSeconds(),
                replacement.joinSeconds(),
                replacement.completeSeconds(),
                repaired,
                replacement.planSeconds(),
                replacement.phases(),
                replacement.bytesMoved(),
                replacement.bytesNeeded(),
                rows.ofDead().cardinality(),
                missing.cardinality(),
                replacement.cpuSeconds(),
                pending,
                Machine.describe(directory));
    }

    private static BitSet missing(ReplacedRing ring, CassandraNode added, Rows rows) throws IOException {
        BitSet missing = new BitSet();
        ring.alone(added, () -> {
            requireAlone(added, rows);
            missing.or(RowCheck.missing(added, rows));
        });
        return missing;
    }

    private static void requireAlone(CassandraNode node, Rows rows) {
        SimpleStatement read = SimpleStatement.newInstance(
                        "SELECT * FROM " + rows.table().name() + " LIMIT 1")
                .setConsistencyLevel(ConsistencyLevel.QUORUM);
        try {
            node.cql().session().execute(read);
        } catch (AllNodesFailedException e) {
            if (CqlClient.answer(e) instanceof UnavailableException) {
                return;
            }
            throw e;
        }
        throw new IllegalStateException("a read at QUORUM did not fail: the node is not alone");
    }

    /** The time of the replacement and of the repair, which brings every row. */
    private static Double repaired(ReplacedRing ring, CassandraNode added, Rows rows, TimedReplacement replacement)
            throws IOException {
        long began = System.nanoTime();
        added.nodetool(REPAIR_BOUND, "repair", "--full", rows.table().keyspace())
                .orThrow();
        double seconds = replacement.normalSeconds() + (System.nanoTime() - began) / 1e9;
        RowCheck.require(missing(ring, added, rows), new BitSet());
        return seconds;
    }

    private static void say(String line) {
        System.err.println(line);
    }
}
