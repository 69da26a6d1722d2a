/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions of AUTO on simulated links, with four connections. */
class CompressionTest {
    private static final long MIB = 1L << 20;
    private static final long PIECE = 16 * MIB;
    private static final int CONNECTIONS = 4;

    private final AtomicLong now = new AtomicLong(1);
    private Compression auto = new Compression(Compression.Mode.AUTO, now::get, (wire, plain) -> {});
    private Random noise = new Random(1);
    private double spread;
    private double link = 119;
    private double codec = 400;
    private double disk = 10_000;
    private double share = 0.4;
    private long plainBytes;
    private long compressedBytes;

    @Test
    void aWeakLinkIsCompressedSoon() {
        double rate = rate(4096);

        assertThat(auto.compresses()).isTrue();
        assertThat(rate).isGreaterThan(0.85 * 119 / 0.4);
        assertThat(plainBytes).isLessThan(300 * MIB);
    }

    @Test
    void aFastLinkIsNotCompressedAndLosesNothing() {
        link = 1500;

        assertThat(rate(16_384)).isGreaterThan(0.95 * 1500);
        assertThat(auto.compresses()).isFalse();
    }

    @Test
    void aDiskThatHoldsTheTransferBackIsNoReasonToCompress() {
        link = 10_000;
        codec = 2000;
        disk = 300;

        assertThat(rate(16_384)).isGreaterThan(0.95 * 300);
        assertThat(compressedBytes).isLessThan(1024 * MIB);
    }

    @Test
    void whatHardlyShrinksIsLeftAlone() {
        share = 0.92;

        double rate = rate(4096);

        assertThat(auto.compresses()).isFalse();
        assertThat(rate).isGreaterThan(0.95 * 119);
    }

    @Test
    void oneConnectionIsEnoughToDecide() {
        assertThat(rate(2048, 1)).isGreaterThan(0.85 * 119 / 0.4);
    }

    @Test
    void compressorsThatAllConnectionsExhaustAreFoundOut() {
        // One connection gains, four do not.
        link = 1000;
        codec = 600;

        assertThat(rate(65_536)).isGreaterThan(0.95 * 1000);
    }

    @Test
    void aLinkThatBecomesWeakIsNoticed() {
        link = 1500;
        rate(4096);
        link = 50;

        rate(16_384);

        assertThat(auto.compresses()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "10, 20",
        "10, 100",
        "10, 1000",
        "119, 20",
        "119, 60",
        "119, 100",
        "119, 150",
        "119, 300",
        "119, 1000",
        "1200, 20",
        "1200, 300",
        "1200, 1200",
        "1200, 2000",
        "12000, 20",
        "12000, 300"
    })
    void noTransferIsSlowerThanWithoutCompressionByMoreThanATwentieth(double linkRate, double codecRate) {
        link = linkRate;
        codec = codecRate;
        spread = 0.5;
        for (long mib : List.of(64L, 256L, 1024L, 4096L)) {
            for (int seed = 0; seed < 5; seed++) {
                noise = new Random(seed);
                auto = Compression.off();
                double without = rate(mib);
                noise = new Random(seed);
                auto = new Compression(Compression.Mode.AUTO, now::get, (wire, plain) -> {});
                assertThat(rate(mib)).as("%s MiB, seed %s", mib, seed).isGreaterThan(0.95 * without);
            }
        }
    }

    @Test
    void offAndZstdMeasureNothing() {
        Compression zstd = new Compression(Compression.Mode.ZSTD, now::get, (wire, plain) -> {});

        assertThat(zstd.next(PIECE).compressed()).isTrue();
        assertThat(zstd.next(PIECE).length()).isEqualTo(PIECE);
        assertThat(zstd.isOff()).isFalse();
        assertThat(Compression.off().isOff()).isTrue();
    }

    @Test
    void invalidResponsesEndCompression() {
        auto.failed();
        auto.failed();
        assertThat(auto.isOff()).isFalse();
        auto.failed();
        assertThat(auto.isOff()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "100, 200, 0.5, true",
        "100, 120, 0.5, true",
        "100, 110, 0.5, false",
        "100, 90, 0.5, false",
        // However fast: it cannot be compression that makes it so.
        "100, 200, 0.95, false"
    })
    void whatIsFasterAndShrinksIsChosen(double plainRate, double compressedRate, double ofPlain, boolean chosen) {
        for (int i = 0; i < 100; i++) {
            request(plainRate, compressedRate, ofPlain);
        }

        assertThat(auto.compresses()).isEqualTo(chosen);
    }

    @Test
    void theFirstRequestsOfATrialDoNotCount() {
        beginTrial();

        for (double rate : new double[] {400, 400, 400, 400, 90, 90, 90, 90}) {
            assertThat(auto.compresses()).isTrue();
            request(100, rate, 0.5);
        }

        assertThat(auto.compresses()).isFalse();
    }

    @Test
    void oneSlowRequestDoesNotEndATrial() {
        beginTrial();

        for (double rate : new double[] {300, 300, 300, 300, 90, 300, 300, 300}) {
            request(100, rate, 0.5);
            assertThat(auto.compresses()).isTrue();
        }
    }

    @Test
    void aShortRequestDoesNotEndATrial() {
        for (int i = 0; i < 100 && !auto.compresses(); i++) {
            request(100, 300, 0.5);
            // The end of a file.
            Compression.Attempt rest = auto.next(100 << 10);
            rest.accepted();
            auto.ended(rest, true, 100 << 10);
        }

        assertThat(auto.compresses()).isTrue();
    }

    @Test
    void aRequestThatFailsBeforeItsHeadCostsNothing() {
        long without = requestsUntilCompressed();
        auto = new Compression(Compression.Mode.AUTO, now::get, (wire, plain) -> {});
        Compression.Attempt failed = auto.next(PIECE);
        now.addAndGet(1_000_000_000_000L);
        auto.ended(failed, false, 0);

        // Its time neither spends nor fills the budget. A second of it is the first pause.
        assertThat(requestsUntilCompressed()).isBetween(without - 10, without);
    }

    private long requestsUntilCompressed() {
        long requests = 0;
        while (!auto.compresses() && requests < 1000) {
            request(100, 300, 0.5);
            requests++;
        }
        return requests;
    }

    private void beginTrial() {
        for (int i = 0; i < 100 && !auto.compresses(); i++) {
            request(100, 300, 0.5);
        }
        assertThat(auto.compresses()).isTrue();
    }

    /** One request, on a connection that moves so many MiB of the file in a second. */
    private void request(double plainRate, double compressedRate, double ofPlain) {
        Compression.Attempt attempt = auto.next(PIECE);
        attempt.accepted();
        long bytes = Math.min(PIECE, attempt.length());
        if (attempt.compressed()) {
            attempt.block((int) (bytes * ofPlain), (int) bytes);
        }
        double seconds = bytes / ((attempt.compressed() ? compressedRate : plainRate) * MIB);
        now.addAndGet((long) (seconds * 1e9));
        auto.ended(attempt, true, bytes);
    }

    private double rate(long mib) {
        return rate(mib, CONNECTIONS);
    }

    /**
     * Moves so many MiB in pieces; returns MiB/s. In each millisecond connections share the link, the compressors and the
     * disk evenly.
     */
    private double rate(long mib, int connections) {
        long began = now.get();
        Deque<Long> pieces = new ArrayDeque<>();
        for (long i = 0; i < mib * MIB / PIECE; i++) {
            pieces.add(PIECE);
        }
        List<Run> runs = new ArrayList<>();
        while (!pieces.isEmpty() || !runs.isEmpty()) {
            while (runs.size() < connections && !pieces.isEmpty()) {
                runs.add(new Run(pieces.remove()));
            }
            now.addAndGet(1_000_000);
            step(runs);
            runs.removeIf(Run::isOver);
        }
        return mib / ((now.get() - began) / 1e9);
    }

    private void step(List<Run> runs) {
        long compressing = runs.stream().filter(run -> run.attempt.compressed()).count();
        double wireLeft = link;
        double diskShare = disk / runs.size();
        // Those that the compressors or the disk hold back leave more of the link to the others.
        List<Run> order = new ArrayList<>(runs);
        order.sort((a, b) -> Boolean.compare(b.attempt.compressed(), a.attempt.compressed()));
        int left = order.size();
        for (Run run : order) {
            double wireShare = wireLeft / left;
            boolean compressed = run.attempt.compressed();
            double of = compressed ? share : 1;
            double rate = Math.min(diskShare, wireShare / of);
            rate = compressed ? Math.min(rate, codec / compressing) : rate;
            wireLeft -= rate * of;
            left--;
            run.move((long) (rate * MIB / 1000 * (1 + spread * (2 * noise.nextDouble() - 1))));
        }
    }

    private final class Run {
        private long left;
        private Compression.Attempt attempt;
        private long attemptLeft;

        Run(long bytes) {
            left = bytes;
            begin();
        }

        private void begin() {
            attempt = auto.next(left);
            attemptLeft = Math.min(left, attempt.length());
            attempt.accepted();
        }

        void move(long bytes) {
            long moved = Math.min(bytes, attemptLeft);
            attemptLeft -= moved;
            left -= moved;
            if (attempt.compressed()) {
                attempt.block((int) (moved * share), (int) moved);
                compressedBytes += moved;
            } else {
                plainBytes += moved;
            }
            if (attemptLeft == 0) {
                long length = Math.min(PIECE, attempt.length());
                auto.ended(attempt, true, length);
                if (left > 0) {
                    begin();
                }
            }
        }

        boolean isOver() {
            return left == 0;
        }
    }
}
