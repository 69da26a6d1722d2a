/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.throttle;

import io.idaeus.sidecar.fetch.FetchMeters;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.fetch.Lanes;
import io.idaeus.sidecar.fetch.PieceSettings;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMeters;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.ServedFile;
import io.idaeus.sidecar.throttle.Series;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import io.idaeus.sidecar.wire.ComponentPath;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** The product's two data planes in this process, and transfers between them that never end by themselves. */
final class LimitedTransfers implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 128;
    private static final long SMALLEST_PIECE = 4L << 20;

    /** A transfer that has everything stops: so there is more than it can get. */
    private static final int PLENTY = 3;

    private static final long WARM_UP_MILLIS = 1000;

    private final TimerAlarm alarm;
    private final DataPlaneServer server;
    private final FileFetcher fetcher;
    private final Path directory;
    private final List<CompletableFuture<FetchResult>> running = new ArrayList<>();
    private final List<LongAdder> received = new ArrayList<>();

    private LimitedTransfers(TimerAlarm alarm, DataPlaneServer server, FileFetcher fetcher, Path directory) {
        this.alarm = alarm;
        this.server = server;
        this.fetcher = fetcher;
        this.directory = directory;
    }

    /** @param connections of each transfer */
    static LimitedTransfers start(
            Direction direction, long bytesPerSecond, List<Integer> connections, int seconds, Path parent)
            throws IOException {
        Path directory = Files.createDirectory(parent.resolve("run"));
        long pieces = Math.max(MOST_CONNECTIONS, (seconds + 2L) * PLENTY * bytesPerSecond / SMALLEST_PIECE);
        ServedFile file = sparse(directory.resolve("source"), pieces * SMALLEST_PIECE + 1);
        TimerAlarm alarm = new TimerAlarm();
        Throttle limited = new Throttle(bytesPerSecond, System::nanoTime, alarm);
        Throttle free = limited.sibling(Throttle.UNLIMITED);
        DataPlaneServer server = DataPlaneServer.start(
                ServeSettings.plain("127.0.0.1", 0),
                (tag, keyspace, table, sstable, component) -> Optional.of(file),
                new ServeMeters(),
                direction == Direction.SENDING ? limited : free);
        FileFetcher fetcher = new FileFetcher(settings(), new FetchMeters());
        LimitedTransfers transfers = new LimitedTransfers(alarm, server, fetcher, directory);
        Throttle receiving = direction == Direction.RECEIVING ? limited : free;
        connections.forEach(count -> transfers.begin(file, count, receiving));
        return transfers;
    }

    private void begin(ServedFile file, int connections, Throttle receiving) {
        LongAdder bytes = new LongAdder();
        String name = "transfer-" + received.size();
        received.add(bytes);
        running.add(fetcher.fetch(new FetchRequest(
                server.address(),
                new ComponentPath(name, "bench", "bench", "nb-1-big", "Data.db"),
                file.size(),
                file.crc32(),
                directory.resolve(name),
                bytes::add,
                new Lanes(connections, Series.of(receiving.sibling(Throttle.UNLIMITED), receiving)))));
    }

    /** Bytes a second of each. */
    List<Double> measure(int seconds) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(WARM_UP_MILLIS);
        long begun = System.nanoTime();
        List<Long> before = received.stream().map(LongAdder::sum).toList();
        TimeUnit.SECONDS.sleep(seconds);
        double took = (System.nanoTime() - begun) / 1e9;
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < received.size(); i++) {
            if (running.get(i).isDone()) {
                throw new IllegalStateException(
                        "a transfer ended: " + running.get(i).join());
            }
            rates.add((received.get(i).sum() - before.get(i)) / took);
        }
        return rates;
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
                new PieceSettings(SMALLEST_PIECE, false, plain.pieces().directMemoryBytes(), false, false));
    }

    /** Zeros that take no room. */
    private static ServedFile sparse(Path path, long size) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(size);
        }
        return new ServedFile(path, size, 0);
    }

    @Override
    public void close() throws IOException {
        running.forEach(fetch -> fetch.cancel(true));
        fetcher.close();
        server.close();
        alarm.close();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
