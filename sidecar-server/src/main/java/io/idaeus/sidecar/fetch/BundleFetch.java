/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.fetch.FetchResult.AlreadyThere;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches many components by one request: look what is there (disk thread), receive (event loop), seal what came (sealing
 * thread) while others receive. All are forced before the first is renamed, so that the file system commits once for many.
 * Each step hands over to the next, and the last gives everything back.
 */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the fetch's own future
final class BundleFetch implements Fetching<BundleResult> {
    private static final Logger LOG = LoggerFactory.getLogger(BundleFetch.class);

    private final List<BundleEntry> entries;
    private final FetchRequest first;
    private final FetchContext means;
    private final Runnable ended;
    private final CompletableFuture<BundleResult> future = new CompletableFuture<>();
    private final @Nullable FetchResult[] results;

    /** Those that are not there yet; in the order of the entries. */
    private final List<BundleFile> files = new ArrayList<>();

    /** Which entry each is. */
    private final List<Integer> numbers = new ArrayList<>();

    /** Those that the peer is asked for. */
    private final List<BundleFile> asked = new ArrayList<>();

    private volatile @Nullable PeerCall reception;

    /** @param ended runs once, when it has a result or is cancelled, and nothing of it is open any more */
    BundleFetch(List<BundleEntry> entries, FetchContext means, Runnable ended) {
        this.entries = entries;
        this.first = entries.get(0).request();
        this.means = means;
        this.ended = ended;
        this.results = new FetchResult[entries.size()];
    }

    @Override
    public CompletableFuture<BundleResult> start() {
        future.whenComplete((result, failure) -> {
            PeerCall running = reception;
            if (future.isCancelled() && running != null) {
                running.cancel();
            }
        });
        try {
            means.disk().execute(this::prepare);
        } catch (RejectedExecutionException closed) {
            future.cancel(true);
            ended.run();
        }
        return future;
    }

    @Override
    public void cancel() {
        future.cancel(true);
    }

    private void prepare() {
        try {
            NativeFiles calls = means.bundles().files();
            if (calls != null && !future.isDone()) {
                choose(calls);
            }
            if (files.isEmpty() || future.isDone()) {
                end(null);
            } else {
                means.bundles().open().take(this::place);
            }
        } catch (IOException e) {
            end(failed(FetchException.local(first.part(), e)));
        } catch (RuntimeException e) {
            broken(e);
        }
    }

    /** What is there already is not asked for; what is there in part is better fetched alone. */
    private void choose(NativeFiles calls) throws IOException {
        Map<Path, Set<String>> present = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            FetchRequest request = entries.get(i).request();
            Path directory = BundleFile.directory(request);
            Set<String> names = present.get(directory);
            if (names == null) {
                names = names(directory);
                present.put(directory, names);
            }
            if (isThere(request, names)) {
                results[i] = new AlreadyThere(request.size());
            } else if (!names.contains(request.part().getFileName().toString())
                    && NativeFiles.canName(request.destination().toString())) {
                files.add(new BundleFile(request, calls, means.meters(first)));
                numbers.add(i);
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

    private static boolean isThere(FetchRequest request, Set<String> names) throws IOException {
        return names.contains(request.destination().getFileName().toString())
                && Files.isRegularFile(request.destination(), LinkOption.NOFOLLOW_LINKS)
                && Files.size(request.destination()) == request.size();
    }

    /** Writes those whose bytes are known; then the others are asked for. */
    private void place() {
        try {
            for (int i = 0; i < files.size(); i++) {
                ByteBuffer content = entries.get(numbers.get(i)).content();
                if (content == null) {
                    asked.add(files.get(i));
                } else {
                    files.get(i).append(Unpooled.wrappedBuffer(content), 0);
                    files.get(i).end();
                }
            }
        } catch (FetchException e) {
            means.bundles().sealing().execute(() -> seal(e));
            return;
        }
        if (asked.isEmpty()) {
            means.bundles().sealing().execute(() -> seal(null));
        } else {
            means.takeLane(first, this::receive);
        }
    }

    private void receive() {
        PeerBundleRequest ask = new PeerBundleRequest(asked);
        PeerCall running = new PeerCall(first, ask, means.pools(), means.meters(first), new PeerCall.Outcome() {
            @Override
            public void received() {
                means.meters(first).bundled();
                came(null);
            }

            @Override
            public void failed(FetchException failure) {
                came(failure);
            }
        });
        reception = running;
        if (future.isDone()) {
            running.cancel();
        }
        running.start();
    }

    private void came(@Nullable FetchException failure) {
        means.giveLaneBack(first);
        means.bundles().sealing().execute(() -> seal(failure));
    }

    private void seal(@Nullable FetchException failure) {
        Failed early = null;
        try {
            NativeFiles calls = means.bundles().files();
            if (!future.isDone() && calls != null) {
                long start = System.nanoTime();
                makeDurable(
                        files.stream().filter(BundleFile::isWhole).toList(),
                        calls,
                        means.written().spares());
                means.meters(first).forced(System.nanoTime() - start);
                early = failure == null ? null : failed(failure);
            }
        } catch (IOException e) {
            early = failed(FetchException.local(first.part(), e));
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        } finally {
            files.forEach(BundleFile::discard);
            means.bundles().open().giveBack();
        }
        end(early);
    }

    /** The order is what makes a name a proof: every byte is on the disk before any of them has its name. */
    static void makeDurable(List<BundleFile> whole, NativeFiles calls, boolean spares) throws IOException {
        for (BundleFile file : whole) {
            file.force();
        }
        CrashPoint.FORCED.of("bundles");
        Set<Path> directories = new LinkedHashSet<>();
        for (BundleFile file : whole) {
            if (spares) {
                file.spare();
            }
            file.rename();
            directories.add(file.directory());
        }
        CrashPoint.RENAMED.of("bundles");
        for (Path directory : directories) {
            calls.forceDirectory(directory.toString());
        }
        CrashPoint.NAMED.of("bundles");
        whole.forEach(BundleFile::sealed);
    }

    private Failed failed(FetchException failure) {
        means.meters(first).failed(failure.reason());
        LOG.debug("{}: {}", failure.reason(), failure.getMessage(), failure);
        return new Failed(
                failure.reason(), String.valueOf(failure.getMessage()), failure.retryAfter(), failure.getCause());
    }

    private void broken(RuntimeException defect) {
        future.completeExceptionally(defect);
        ended.run();
    }

    private void end(@Nullable Failed early) {
        for (int i = 0; i < files.size(); i++) {
            results[numbers.get(i)] = files.get(i).result();
        }
        future.complete(BundleResult.of(results, early));
        ended.run();
    }
}
