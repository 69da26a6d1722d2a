/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.Bundles;
import io.idaeus.sidecar.fetch.Compression;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.wire.ComponentPath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The destination side as a process: the product's fetcher with its defaults. Arguments: the index of the set, whether
 * to use direct I/O, how to compress, and with TLS the directory of the identity. Commands:
 *
 * <ul>
 * <li>{@code pull <port> <directory> <fetches in flight>}: the nanoseconds from the first request to the last file
 * renamed.
 * <li>{@code import <JMX port> <keyspace> <table> <noVerify> <directory>}: imports what was pulled there; the
 * nanoseconds of that.
 * <li>{@code read-keys}: from now on keys are read as they arrive, and imports make Cassandra check no tokens.
 * <li>{@code observe}: see {@link Observed}.
 * </ul>
 */
public final class ReceiverAgent {
    private final Observed observed = new Observed();
    private final FileFetcher fetcher;
    private final FileIndex index;
    private final String compression;
    private @Nullable Path created;
    private @Nullable Importing importing;
    private volatile @Nullable ArrivingKeys keys;

    private ReceiverAgent(FileFetcher fetcher, FileIndex index, String compression) {
        this.compression = compression;
        this.fetcher = fetcher;
        this.index = index;
        fetcher.loops().forEach(observed.delay()::watch);
    }

    public static void main(String[] args) throws IOException {
        FetchSettings settings = settings(Boolean.parseBoolean(args[1]), args.length > 3 ? Path.of(args[3]) : null);
        try (FileFetcher fetcher = new FileFetcher(settings, new FetchMetrics())) {
            ReceiverAgent agent = new ReceiverAgent(fetcher, FileIndex.read(Path.of(args[0])), args[2]);
            Console.serve(agent::answer);
        }
    }

    private String answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "pull" ->
                Long.toString(pull(Integer.parseInt(words[1]), Path.of(words[2]), Integer.parseInt(words[3])));
            case "import" ->
                Long.toString(importAll(
                        Integer.parseInt(words[1]),
                        new TableName(words[2], words[3]),
                        Boolean.parseBoolean(words[4]),
                        Path.of(words[5])));
            case "read-keys" -> {
                keys = new ArrivingKeys();
                yield "0";
            }
            default -> observed.takeWords();
        };
    }

    private long importAll(int jmxPort, TableName table, boolean noVerify, Path directory) {
        List<Path> directories = index.files().stream()
                .map(file -> directory.resolve(file.path()).getParent())
                .distinct()
                .toList();
        if (importing == null) {
            importing = new Importing(jmxPort);
        }
        long began = System.nanoTime();
        ArrivingKeys reading = keys;
        if (reading != null) {
            reading.await();
        }
        importing.run(table, directories, noVerify, reading != null);
        return System.nanoTime() - began;
    }

    private long pull(int port, Path directory, int inFlight) throws Exception {
        // The address that the certificate names.
        InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        InetSocketAddress peer = new InetSocketAddress(loopback, port);
        // Like a transfer: one more file, or twice the bundles, than fetches in flight.
        ConnectionPermits permits = new ConnectionPermits(inFlight);
        Requests requests = requests(permits);
        BoundedFetches files = new BoundedFetches(inFlight + 1);
        BoundedFetches bundles = new BoundedFetches(2 * inFlight);
        long began = System.nanoTime();
        List<BundleEntry> small = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < index.files().size(); i++) {
            FetchRequest request = request(peer, i, directory, requests);
            if (request.size() > Bundles.MAX_FILE_BYTES) {
                files.run(() -> fetcher.fetch(request).thenApply(result -> {
                    arrived(request);
                    return BundleResult.of(result);
                }));
                continue;
            }
            if (bytes + request.size() > Bundles.MAX_BYTES || small.size() == Bundles.MAX_FILES) {
                fetchTogether(small, bundles);
                bytes = 0;
            }
            small.add(new BundleEntry(request));
            bytes += request.size();
        }
        fetchTogether(small, bundles);
        files.await();
        bundles.await();
        return System.nanoTime() - began;
    }

    private void fetchTogether(List<BundleEntry> small, BoundedFetches turns) throws Exception {
        List<BundleEntry> bundle = List.copyOf(small);
        small.clear();
        if (!bundle.isEmpty()) {
            turns.run(() -> fetcher.fetchTogether(bundle).thenApply(result -> {
                bundle.forEach(entry -> arrived(entry.request()));
                return result;
            }));
        }
    }

    private void arrived(FetchRequest request) {
        ArrivingKeys reading = keys;
        if (reading != null) {
            reading.arrived(request.destination());
        }
    }

    /** Bounds concurrent fetches. Every fetch must succeed. */
    private static final class BoundedFetches {
        private final AtomicReference<@Nullable Object> failure = new AtomicReference<>();
        private final Semaphore free;
        private final int most;

        BoundedFetches(int most) {
            this.free = new Semaphore(most);
            this.most = most;
        }

        void run(Supplier<CompletableFuture<BundleResult>> fetch) throws Exception {
            free.acquire();
            check();
            var unused = fetch.get().whenComplete((result, defect) -> {
                if (defect != null) {
                    failure.compareAndSet(null, defect);
                } else if (result.failure() != null
                        || !result.each().stream().allMatch(FetchResult.Fetched.class::isInstance)) {
                    failure.compareAndSet(null, result);
                }
                free.release();
            });
        }

        void await() throws Exception {
            free.acquire(most);
            check();
        }

        private void check() throws ExecutionException {
            if (failure.get() != null) {
                throw new ExecutionException(String.valueOf(failure.get()), null);
            }
        }
    }

    private FetchRequest request(InetSocketAddress peer, int number, Path directory, Requests requests)
            throws IOException {
        FileIndex.Entry file = index.files().get(number);
        Path destination = directory.resolve(file.path());
        Path parent = destination.getParent();
        if (parent != null && !parent.equals(created)) {
            created = Files.createDirectories(parent);
        }
        return requests.of(
                peer,
                new ComponentPath("bench", "bench", "files", Integer.toString(number), "Data.db"),
                file.size(),
                new Crc32(file.crc32()),
                destination,
                written -> {});
    }

    /** Makes the requests of one pull. */
    private interface Requests {
        FetchRequest of(
                InetSocketAddress peer,
                ComponentPath component,
                long size,
                Crc32 crc32,
                Path destination,
                LongConsumer progress);
    }

    // Builds before compression lack the class: it is loaded only where it is needed.
    private Requests requests(ConnectionPermits permits) {
        if (compression.equals("OFF")) {
            return (peer, component, size, crc32, destination, progress) ->
                    new FetchRequest(peer, component, size, crc32, destination, progress, permits);
        }
        Compression how = new Compression(Compression.Mode.valueOf(compression), (wire, plain) -> {});
        return (peer, component, size, crc32, destination, progress) ->
                new FetchRequest(peer, component, size, crc32, destination, progress, permits, how);
    }

    private static FetchSettings settings(boolean directIo, @Nullable Path identity) {
        FetchSettings plain = FetchSettings.plain();
        PieceSettings pieces = plain.pieces();
        return new FetchSettings(
                plain.eventLoops(),
                plain.maxConnectionsPerPeer(),
                plain.receiveBufferBytes(),
                plain.connectTimeout(),
                plain.idleTimeout(),
                plain.keepAlive(),
                plain.diskThreads(),
                identity == null ? null : Identity.load(identity)::client,
                plain.maxConnections(),
                new PieceSettings(
                        pieces.pieceBytes(),
                        directIo,
                        pieces.directMemoryBytes(),
                        pieces.preallocate(),
                        pieces.sparesPageCache()));
    }
}
