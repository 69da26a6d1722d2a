/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.fetch.FetchMeters;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.fetch.Lanes;
import io.idaeus.sidecar.wire.ComponentPath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The destination side as a process: the product's fetcher with its defaults. Arguments: the index of the set, and with
 * TLS the directory of the identity. Commands: {@code pull <port> <directory> <fetches in flight>}, which answers the
 * nanoseconds from the first request to the last file proven, forced and renamed; {@code observe}.
 */
public final class ReceiverAgent {
    private final Observed observed = new Observed();
    private final FileFetcher fetcher;
    private final FileIndex index;

    private ReceiverAgent(FileFetcher fetcher, FileIndex index) {
        this.fetcher = fetcher;
        this.index = index;
    }

    public static void main(String[] args) throws IOException {
        FetchSettings settings = args.length > 1 ? withTls(Path.of(args[1])) : FetchSettings.plain();
        try (FileFetcher fetcher = new FileFetcher(settings, new FetchMeters())) {
            ReceiverAgent agent = new ReceiverAgent(fetcher, FileIndex.read(Path.of(args[0])));
            Console.serve(words -> words[0].equals("pull")
                    ? Long.toString(
                            agent.pull(Integer.parseInt(words[1]), Path.of(words[2]), Integer.parseInt(words[3])))
                    : agent.observed.takeWords());
        }
    }

    private long pull(int port, Path directory, int inFlight) throws Exception {
        // Named as its certificate names it.
        InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        InetSocketAddress peer = new InetSocketAddress(loopback, port);
        // As a transfer does it: so much is received at once, and one file more is open.
        Lanes lanes = new Lanes(inFlight);
        int open = inFlight + 1;
        Semaphore free = new Semaphore(open);
        AtomicReference<@Nullable Object> failure = new AtomicReference<>();
        long began = System.nanoTime();
        for (int i = 0; i < index.files().size() && failure.get() == null; i++) {
            FetchRequest request = request(peer, i, directory, lanes);
            free.acquire();
            var unused = fetcher.fetch(request).whenComplete((result, defect) -> {
                if (!(result instanceof FetchResult.Fetched)) {
                    failure.compareAndSet(null, defect == null ? result : defect);
                }
                free.release();
            });
        }
        free.acquire(open);
        long nanos = System.nanoTime() - began;
        if (failure.get() != null) {
            throw new ExecutionException(String.valueOf(failure.get()), null);
        }
        return nanos;
    }

    private FetchRequest request(InetSocketAddress peer, int number, Path directory, Lanes lanes) throws IOException {
        FileIndex.Entry file = index.files().get(number);
        Path destination = directory.resolve(file.path());
        Files.createDirectories(destination.getParent());
        return new FetchRequest(
                peer,
                new ComponentPath("bench", "bench", "files", Integer.toString(number), "Data.db"),
                file.size(),
                file.crc32(),
                destination,
                written -> observed.stalls().here(),
                lanes);
    }

    private static FetchSettings withTls(Path identity) {
        FetchSettings plain = FetchSettings.plain();
        return new FetchSettings(
                plain.eventLoops(),
                plain.maxConnectionsPerPeer(),
                plain.receiveBufferBytes(),
                plain.connectTimeout(),
                plain.idleTimeout(),
                plain.keepAlive(),
                plain.diskThreads(),
                Identity.load(identity)::client);
    }
}
