/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FetchSettingsBuilder;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.filemode.FileModes;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.DiskThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the JVM load and compile what moves files before the first transfer needs it: copies zeros from the sidecar to itself,
 * over a server and a fetcher of its own, without TLS.
 */
public final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

    private static final int LARGE_BYTES = 32 << 20;
    private static final int SMALL_BYTES = 3000;
    private static final int SMALL_FILES = 256;

    // The JVM counts calls, not bytes: many small segments and reads.
    private static final int CALL_BYTES = 16 << 10;
    private static final int PIECE_BYTES = 4 << 20;
    private static final int CONNECTIONS = 4;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Path directory;
    private final LongAdder copied = new LongAdder();

    private WarmUp(Path directory) {
        this.directory = directory;
    }

    /** At low priority. A close ends it. */
    static AutoCloseable inBackground(Path place) {
        AtomicBoolean closed = new AtomicBoolean();
        Thread thread = new DiskThreads("warm-up").newThread(() -> {
            long began = System.nanoTime();
            try {
                run(place);
                LOG.info(
                        "Warmed up in {} ms",
                        Duration.ofNanos(System.nanoTime() - began).toMillis());
            } catch (IOException | RuntimeException e) {
                // An interrupt that meets a file closes its channel: an IOException too.
                if (!closed.get()) {
                    LOG.info("The first transfer will begin slowly: {}", String.valueOf(e.getMessage()));
                    LOG.debug("Warming up failed", e);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return () -> {
            closed.set(true);
            thread.interrupt();
            thread.join(LONGEST.toMillis());
        };
    }

    /**
     * @param place an existing directory
     * @return the bytes that it copied
     */
    public static long run(Path place) throws IOException, InterruptedException {
        Path directory = place.resolve(".warm-up");
        delete(directory);
        FileModes.createDirectories(directory.resolve("received"));
        try {
            return new WarmUp(directory).copy();
        } finally {
            delete(directory);
        }
    }

    private long copy() throws IOException, InterruptedException {
        ServedFile large = zeros("large", LARGE_BYTES);
        ServedFile small = zeros("small", SMALL_BYTES);
        try (DataPlaneServer server = DataPlaneServer.start(
                        serving(),
                        (tag, keyspace, table, sstable, component) ->
                                Optional.of(component.equals("Data.db") ? large : small),
                        new ServeMetrics());
                FileFetcher fetcher = new FileFetcher(fetching(), new FetchMetrics())) {
            ConnectionPermits permits = new ConnectionPermits(CONNECTIONS);
            InetSocketAddress from = new InetSocketAddress(
                    InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1}),
                    server.address().getPort());
            List<CompletableFuture<?>> fetches = new ArrayList<>();
            fetches.add(fetcher.fetch(request(from, large, "large", "Data.db", permits)));
            List<BundleEntry> bundle = new ArrayList<>();
            for (int i = 0; i < SMALL_FILES; i++) {
                bundle.add(new BundleEntry(request(from, small, "small-" + i, "Index.db", permits)));
            }
            fetches.add(fetcher.fetchTogether(bundle));
            CompletableFuture.allOf(fetches.toArray(CompletableFuture[]::new))
                    .get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the copy to itself failed", e);
        }
        long expected = LARGE_BYTES + (long) SMALL_FILES * SMALL_BYTES;
        if (copied.sum() != expected) {
            throw new IOException("the copy to itself moved " + copied + " bytes (expected: " + expected + ')');
        }
        return expected;
    }

    // A sparse file: reading it needs no disk.
    private ServedFile zeros(String name, int bytes) throws IOException {
        Path file = directory.resolve(name);
        try (FileChannel channel =
                FileModes.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            channel.write(ByteBuffer.allocate(1), bytes - 1L);
        }
        CRC32 crc = new CRC32();
        ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(bytes, 1 << 20));
        for (int at = 0; at < bytes; at += zeros.capacity()) {
            crc.update(zeros.clear());
        }
        return new ServedFile(file, bytes, Crc32.of(crc));
    }

    private FetchRequest request(
            InetSocketAddress from, ServedFile file, String name, String component, ConnectionPermits permits) {
        return new FetchRequest(
                from,
                new ComponentPath("warm-up", "warm", "up", "nb-1-big", component),
                file.size(),
                file.crc32(),
                directory.resolve("received").resolve(name),
                copied::add,
                permits);
    }

    private static ServeSettings serving() {
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        return new ServeSettings(
                plain.host(),
                plain.port(),
                plain.eventLoops(),
                plain.connections(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.minRateWindow(),
                plain.minBytesPerSecond(),
                CALL_BYTES,
                plain.drainTimeout(),
                null,
                plain.readers());
    }

    private static FetchSettings fetching() {
        FetchSettings plain = FetchSettings.plain();
        PieceSettings pieces = plain.pieces();
        return FetchSettingsBuilder.builder()
                .eventLoops(plain.eventLoops())
                .maxConnectionsPerPeer(plain.maxConnectionsPerPeer())
                .receiveBufferBytes(CALL_BYTES)
                .connectTimeout(plain.connectTimeout())
                .idleTimeout(plain.idleTimeout())
                .keepAlive(plain.keepAlive())
                .diskThreads(plain.diskThreads())
                .tls(null)
                .maxConnections(plain.maxConnections())
                .pieces(new PieceSettings(
                        PIECE_BYTES,
                        pieces.directIo(),
                        pieces.directMemoryBytes(),
                        pieces.preallocate(),
                        pieces.sparesPageCache()))
                .build();
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
