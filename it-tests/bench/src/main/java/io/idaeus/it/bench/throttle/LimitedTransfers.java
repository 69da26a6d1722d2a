/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.throttle;

import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.throttle.TimerAlarm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The product's two data planes in this process, and endless transfers between them. */
final class LimitedTransfers implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 128;
    private static final long PIECE_BYTES = 16L << 20;
    private static final long WARM_UP_MILLIS = 1000;

    private final TimerAlarm alarm;
    private final DataPlaneServer server;
    private final FileFetcher fetcher;
    private final List<EndlessTransfer> transfers = new ArrayList<>();

    private LimitedTransfers(TimerAlarm alarm, DataPlaneServer server, FileFetcher fetcher) {
        this.alarm = alarm;
        this.server = server;
        this.fetcher = fetcher;
    }

    /**
     * Starts one transfer for each number.
     *
     * @param connections of each transfer
     * @param file served by the source
     * @param directory receives files; not cleared
     */
    static LimitedTransfers start(
            ThrottledDirection direction,
            long bytesPerSecond,
            List<Integer> connections,
            ServedFile file,
            Path directory)
            throws IOException {
        TimerAlarm alarm = new TimerAlarm();
        Throttle limited = new Throttle(bytesPerSecond, System::nanoTime, alarm);
        Throttle free = limited.sibling(Throttle.UNLIMITED);
        DataPlaneServer server = DataPlaneServer.start(
                ServeSettings.plain("127.0.0.1", 0),
                (tag, keyspace, table, sstable, component) -> Optional.of(file),
                new ServeMetrics(),
                direction == ThrottledDirection.SENDING ? limited : free);
        LimitedTransfers all = new LimitedTransfers(alarm, server, new FileFetcher(settings(), new FetchMetrics()));
        Throttle receiving = direction == ThrottledDirection.RECEIVING ? limited : free;
        for (int count : connections) {
            all.add(
                    file,
                    new ConnectionPermits(count, ThrottleChain.of(receiving.sibling(Throttle.UNLIMITED), receiving)),
                    directory);
        }
        all.transfers.forEach(EndlessTransfer::start);
        return all;
    }

    private void add(ServedFile file, ConnectionPermits permits, Path directory) throws IOException {
        String tag = "transfer-" + transfers.size();
        transfers.add(new EndlessTransfer(fetcher, server.address(), file, tag, directory, permits));
    }

    /**
     * @param rates bytes per second of each transfer
     * @param cores kept busy by both data planes
     */
    record Measured(List<Double> rates, double cores) {}

    Measured measure(int seconds) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(WARM_UP_MILLIS);
        Duration cpuBefore = cpuTime();
        long begun = System.nanoTime();
        List<Long> before = received();
        TimeUnit.SECONDS.sleep(seconds);
        List<Long> after = received();
        double took = (System.nanoTime() - begun) / 1e9;
        double cores = cpuTime().minus(cpuBefore).toNanos() / 1e9 / took;
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            rates.add((after.get(i) - before.get(i)) / took);
        }
        return new Measured(rates, cores);
    }

    private static Duration cpuTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private List<Long> received() {
        return transfers.stream().map(EndlessTransfer::received).toList();
    }

    private static FetchSettings settings() {
        FetchSettings plain = FetchSettings.plain();
        return new FetchSettings(
                plain.eventLoops(),
                MOST_CONNECTIONS,
                plain.receiveBufferBytes(),
                plain.connectTimeout(),
                plain.idleTimeout(),
                plain.keepAlive(),
                plain.diskThreads(),
                null,
                MOST_CONNECTIONS,
                new PieceSettings(PIECE_BYTES, false, plain.pieces().directMemoryBytes(), false, false));
    }

    @Override
    public void close() {
        transfers.forEach(EndlessTransfer::close);
        fetcher.close();
        server.close();
        alarm.close();
    }
}
