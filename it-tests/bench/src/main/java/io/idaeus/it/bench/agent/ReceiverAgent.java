/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.WarmUp;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.Bundles;
import io.idaeus.sidecar.fetch.CompressionChoice;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.wire.ComponentPath;
import io.netty.util.NetUtil;
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
 * renamed; with connections that are adapted also how many there were at the end.
 * <li>{@code import <JMX port> <keyspace> <table> <noVerify> <directory>}: imports what was pulled there; the
 * nanoseconds of that.
 * <li>{@code read-keys}: from now on keys are read as they arrive, and imports make Cassandra check no tokens.
 * <li>{@code disconnect}: the next pull opens new connections.
 * <li>{@code observe}: see {@link Observed}.
 * </ul>
 */
public final class ReceiverAgent {
    private final Observed observed = new Observed();
    private final FetchSettings settings;
    private final FileIndex index;
    private final String compression = System.getProperty("idaeus.bench.compression", "OFF");
    private final boolean adaptive = Boolean.getBoolean("idaeus.bench.adaptive");
    private FileFetcher fetcher;
    private @Nullable Path created;
    private @Nullable Importing importing;
    private volatile @Nullable ArrivingKeys keys;

    private ReceiverAgent(FetchSettings settings, FileIndex index) {
        this.settings = settings;
        this.index = index;
        this.fetcher = connected();
    }

    private FileFetcher connected() {
        FileFetcher made = new FileFetcher(settings, new FetchMetrics());
        made.loops().forEach(observed.delay()::watch);
        return made;
    }

    public static void main(String[] args) throws Exception {
        // As the sidecar does.
        WarmUp.run(Path.of(args[0]).resolveSibling("receiver"));
        FetchSettings settings = settings(Boolean.parseBoolean(args[1]), args.length > 2 ? Path.of(args[2]) : null);
        ReceiverAgent agent = new ReceiverAgent(settings, FileIndex.read(Path.of(args[0])));
        try {
            Console.serve(agent::answer);
        } finally {
            agent.fetcher.close();
        }
    }

    private String answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "pull" -> pull(Integer.parseInt(words[1]), Path.of(words[2]), Integer.parseInt(words[3]));
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
            case "disconnect" -> {
                fetcher.close();
                fetcher = connected();
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

    private String pull(int port, Path directory, int inFlight) throws Exception {
        // An address, which the certificate names; never a name.
        byte[] host = NetUtil.createByteArrayFromIpAddressString(System.getProperty("idaeus.bench.host", "127.0.0.1"));
        InetSocketAddress peer = new InetSocketAddress(InetAddress.getByAddress(host), port);
        // Like a transfer: twice as many files, or bundles, as fetches in flight.
        ConnectionPermits permits = new ConnectionPermits(inFlight);
        if (!adaptive) {
            return Long.toString(pull(peer, directory, permits, written -> {}, 2 * inFlight));
        }
        long bytes = index.files().stream().mapToLong(FileIndex.Entry::size).sum();
        try (AdaptedConnections connections = new AdaptedConnections(fetcher, peer, permits, bytes)) {
            long nanos = pull(peer, directory, permits, connections::received, 2 * settings.maxConnectionsPerPeer());
            return nanos + " " + connections.number();
        }
    }

    private long pull(
            InetSocketAddress peer, Path directory, ConnectionPermits permits, LongConsumer progress, int ahead)
            throws Exception {
        Requests requests = requests(permits, progress);
        BoundedFetches files = new BoundedFetches(ahead);
        BoundedFetches bundles = new BoundedFetches(ahead);
        long began = System.nanoTime();
        try (ForcedBundles forced = new ForcedBundles(fetcher.unforced())) {
            pull(peer, directory, requests, forced, files, bundles);
            files.await();
            bundles.await();
            forced.awaitAll();
        }
        return System.nanoTime() - began;
    }

    private void pull(
            InetSocketAddress peer,
            Path directory,
            Requests requests,
            ForcedBundles forced,
            BoundedFetches files,
            BoundedFetches bundles)
            throws Exception {
        List<BundleEntry> small = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < index.files().size(); i++) {
            FetchRequest request = request(peer, i, directory, requests, forced);
            if (request.size() > Bundles.MAX_FILE_BYTES) {
                files.run(() -> fetcher.fetch(request).thenApply(result -> {
                    arrived(request);
                    return BundleResult.of(result);
                }));
                continue;
            }
            if (bytes + request.size() > Bundles.MAX_BYTES || small.size() == Bundles.MAX_FILES) {
                fetchTogether(small, bundles, forced);
                bytes = 0;
            }
            small.add(new BundleEntry(request));
            bytes += request.size();
        }
        fetchTogether(small, bundles, forced);
    }

    private void fetchTogether(List<BundleEntry> small, BoundedFetches turns, ForcedBundles forced) throws Exception {
        List<BundleEntry> bundle = List.copyOf(small);
        small.clear();
        if (!bundle.isEmpty()) {
            forced.awaitRoom();
            turns.run(() -> fetcher.fetchTogether(bundle).thenApply(result -> {
                forced.received(bundle);
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
                } else if (result.failure() != null || !result.each().stream().allMatch(BoundedFetches::isFetched)) {
                    failure.compareAndSet(null, result);
                }
                free.release();
            });
        }

        private static boolean isFetched(@Nullable FetchResult result) {
            return result instanceof FetchResult.Fetched || result instanceof FetchResult.Received;
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

    private FetchRequest request(
            InetSocketAddress peer, int number, Path directory, Requests requests, ForcedBundles forced)
            throws IOException {
        FileIndex.Entry file = index.files().get(number);
        Path destination = directory.resolve(file.path());
        Path parent = destination.getParent();
        if (parent != null && !parent.equals(created)) {
            created = Files.createDirectories(parent);
            forced.expect(created);
        }
        return requests.of(
                peer,
                new ComponentPath("bench", "bench", "files", Integer.toString(number), "Data.db"),
                file.size(),
                new Crc32(file.crc32()),
                destination);
    }

    /** Makes the requests of one pull. */
    private interface Requests {
        FetchRequest of(InetSocketAddress peer, ComponentPath component, long size, Crc32 crc32, Path destination);
    }

    // Builds before compression lack the class: it is loaded only where it is needed.
    private Requests requests(ConnectionPermits permits, LongConsumer progress) {
        if (compression.equals("OFF")) {
            return (peer, component, size, crc32, destination) ->
                    new FetchRequest(peer, component, size, crc32, destination, progress, permits);
        }
        CompressionChoice how = CompressionChoice.zstd((wire, plain) -> {});
        return (peer, component, size, crc32, destination) ->
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
                identity == null ? null : AgentIdentity.load(identity)::client,
                plain.maxConnections(),
                new PieceSettings(
                        pieces.pieceBytes(),
                        directIo,
                        pieces.directMemoryBytes(),
                        pieces.preallocate(),
                        pieces.sparesPageCache()));
    }
}
