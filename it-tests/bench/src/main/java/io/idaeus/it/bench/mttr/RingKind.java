/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.it.bench.measure.MarkedText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The nodes of a ring, their tokens and their table. */
enum RingKind {
    /** Four nodes with 16 tokens each. */
    VNODES("make bench-mttr", "") {
        @Override
        ReplicaPlacement placement() {
            return ReplicaPlacement.regular(RANDOM);
        }

        @Override
        RingTable table(DataSpec set, long bytes) {
            return BlobTable.of(bytes, set.compaction());
        }

        @Override
        List<DataSpec> published(int rounds) {
            return List.of(
                    new DataSpec("LCS", 1, rounds, true),
                    new DataSpec("LCS", 2, rounds, true),
                    new DataSpec("LCS", 4, rounds, true),
                    new DataSpec("STCS", 2, rounds, true),
                    new DataSpec("UCS", 2, rounds, true),
                    new DataSpec("LCS", 8, 1, false));
        }

        @Override
        List<ReplaceWay> ways() {
            return List.of(ReplaceWay.CASSANDRA, ReplaceWay.DIRECT, ReplaceWay.SURVEY, ReplaceWay.SURVEY_ONE);
        }
    },
    /** The benchmark that Cassandra published for its streaming of entire SSTables: six nodes, one token each. */
    SEED("make bench-mttr RING=seed", "seed") {
        @Override
        ReplicaPlacement placement() {
            return ReplicaPlacement.even(6);
        }

        @Override
        RingTable table(DataSpec set, long bytes) {
            return SeedTable.of(bytes);
        }

        @Override
        List<DataSpec> published(int rounds) {
            return List.of(new DataSpec("LCS", 1, rounds, true), new DataSpec("LCS", 2, rounds, true));
        }

        @Override
        List<ReplaceWay> ways() {
            return List.of(ReplaceWay.CASSANDRA, ReplaceWay.DIRECT, ReplaceWay.SURVEY);
        }
    };

    private static final long RANDOM = 1;

    private final String command;
    private final String directory;

    RingKind(String command, String directory) {
        this.command = command;
        this.directory = directory;
    }

    /** As in {@code RING}. */
    static RingKind named(String text) {
        return Arrays.stream(values())
                .filter(ring -> ring.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "RING: unknown ring " + text + " (expected: one of " + List.of(values()) + ")"));
    }

    abstract ReplicaPlacement placement();

    /** @param bytes of all values */
    abstract RingTable table(DataSpec set, long bytes);

    /** The data sets of it-tests/bench/results-mttr.md. */
    abstract List<DataSpec> published(int rounds);

    /** Where none are given. */
    abstract List<ReplaceWay> ways();

    /** The part of the document that shows its runs. */
    MarkedText marks() {
        return new MarkedText(command);
    }

    /** Its runs belong into no table with those of other rings. */
    Path directory(Path base) {
        return base.resolve(directory);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
