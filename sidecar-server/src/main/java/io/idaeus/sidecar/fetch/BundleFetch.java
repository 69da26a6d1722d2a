/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.idaeus.sidecar.fetch.FetchResult.Received;
import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.file.BundleFile;
import io.idaeus.sidecar.fetch.file.NativeFiles;
import io.idaeus.sidecar.fetch.file.SmallFiles;
import io.idaeus.sidecar.fetch.request.PeerBundleRequest;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches many components by one request, on disk and event-loop threads in turn. */
final class BundleFetch extends FetchJob<BundleResult> {
    private static final Logger LOG = LoggerFactory.getLogger(BundleFetch.class);

    private final List<BundleEntry> entries;
    private final @Nullable FetchResult[] results;

    // The components to fetch, in the order of the entries.
    private final List<BundleFile> files = new ArrayList<>();

    // The index of each file's entry.
    private final List<Integer> indexes = new ArrayList<>();

    // The files that the peer sends; the content of the others is known.
    private final List<BundleFile> requested = new ArrayList<>();

    private volatile @Nullable PeerCall call;
    private volatile boolean hasPermit;

    BundleFetch(List<BundleEntry> entries, FetchContext context, Runnable whenOver) {
        super(context, entries.get(0).request(), whenOver);
        this.entries = entries;
        this.results = new FetchResult[entries.size()];
    }

    @Override
    void prepare() throws IOException {
        NativeFiles calls = context().bundles().files();
        if (calls != null && !isDone()) {
            choose(calls);
            writeKnown();
        }
        if (requested.isEmpty() || isDone()) {
            end(result(null));
        } else {
            context().takePermit(request(), () -> {
                hasPermit = true;
                run(this::receive);
            });
        }
    }

    // Leaves out components that exist, and those that exist in part: they are better fetched alone.
    private void choose(NativeFiles calls) throws IOException {
        Map<Path, Set<String>> present = new HashMap<>();
        for (int i = 0; i < entries.size() && !isDone(); i++) {
            FetchRequest request = entries.get(i).request();
            Path directory = SmallFiles.directory(request.destination());
            Set<String> names = present.get(directory);
            if (names == null) {
                names = names(directory);
                present.put(directory, names);
            }
            if (names.contains(request.destination().getFileName().toString())) {
                if (SmallFiles.isWhole(request.destination(), request.bytes(), request.expected())) {
                    metrics().fetched(request.bytes());
                    results[i] = new Received(request.bytes(), request.bytes());
                    continue;
                }
                Files.delete(request.destination());
            }
            if (!names.contains(request.part().getFileName().toString())
                    && NativeFiles.canName(request.destination().toString())) {
                files.add(new BundleFile(request.remote(), request.target(), calls, metrics()));
                indexes.add(i);
            }
        }
    }

    private static Set<String> names(Path directory) throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        }
        return names;
    }

    private void writeKnown() throws IOException {
        for (int i = 0; i < files.size(); i++) {
            ByteBuffer content = entries.get(indexes.get(i)).content();
            if (content == null) {
                requested.add(files.get(i));
            } else {
                files.get(i).append(Unpooled.wrappedBuffer(content), 0);
                files.get(i).end();
            }
        }
    }

    private void receive() {
        if (isDone()) {
            endWith(null);
            return;
        }
        PeerCall started = context().call(request(), new PeerBundleRequest(requested), new PeerCall.Outcome() {
            @Override
            public void nearlyReceived() {
                givePermitBack();
            }

            @Override
            public void received() {
                run(() -> {
                    metrics().bundled();
                    endWith(null);
                });
            }

            // Files that arrived before a failure are kept.
            @Override
            public void failed(Throwable failure) {
                BundleFetch.this.failed(failure);
            }
        });
        call = started;
        if (isDone()) {
            started.cancel();
        }
        started.start();
    }

    @Override
    void interrupt() {
        PeerCall running = call;
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    void failed(Throwable failure) {
        try {
            endWith(failure);
        } catch (RuntimeException | Error defect) {
            endBroken(defect);
        }
    }

    @Override
    void release() {
        givePermitBack();
        files.forEach(BundleFile::discard);
    }

    private void endWith(@Nullable Throwable failure) {
        if (failure == null || isDone()) {
            end(result(null));
            return;
        }
        Failed failed = describe(failure);
        if (failed == null) {
            endBroken(failure);
        } else {
            end(result(failed));
        }
    }

    private BundleResult result(@Nullable Failed failed) {
        for (int i = 0; i < files.size(); i++) {
            results[indexes.get(i)] =
                    result(files.get(i), entries.get(indexes.get(i)).request());
        }
        return BundleResult.of(results, failed);
    }

    private @Nullable FetchResult result(BundleFile file, FetchRequest request) {
        return switch (file.state()) {
            case RECEIVING, SKIPPED -> null;
            case MISMATCHED -> {
                metrics().mismatched();
                Crc32 expected = Objects.requireNonNull(request.expected());
                LOG.warn("{}: CRC32 {} (expected: {}), discarded", request.remote(), file.crc32(), expected);
                yield new Mismatch(file.crc32(), expected, 0, FetchResult.Fault.UNKNOWN);
            }
            case RECEIVED -> {
                metrics().fetched(0);
                yield new Received(request.bytes(), 0);
            }
        };
    }

    private void givePermitBack() {
        if (hasPermit) {
            hasPermit = false;
            context().givePermitBack(request());
        }
    }
}
