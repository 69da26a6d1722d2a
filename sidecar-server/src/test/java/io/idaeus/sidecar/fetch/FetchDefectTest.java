/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.connection.PeerConnectionPools;
import io.idaeus.sidecar.fetch.file.DirectIoSupport;
import io.idaeus.sidecar.fetch.file.NativeFiles;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.fetch.file.PieceSinks;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.Counts;
import io.idaeus.sidecar.wire.Transport;
import io.netty.channel.EventLoopGroup;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defects in the middle of a fetch, on each thread it visits: the future completes, and nothing stays behind. */
@Timeout(120)
class FetchDefectTest {
    private static final int PIECE = 4 << 20;
    private static final int LARGE = 3 * PIECE + 17;
    private static final int SMALL = 1000;
    private static final int PERMITS = 2;
    private static final int BUFFERS = 4;
    private static final long BUFFER_BYTES = (2 << 20) + (64 << 10);

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final FetchMetrics metrics = new FetchMetrics();
    private final ConnectionPermits permits = new ConnectionPermits(PERMITS);
    private final AtomicLong progress = new AtomicLong();
    private final FileFetcher fetcher = new FileFetcher(settings(), metrics);
    private SnapshotFiles files;
    private DataPlaneServer server;

    @BeforeEach
    void serve() {
        files = new SnapshotFiles(source);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, new ServeMetrics());
    }

    @AfterEach
    void stop() {
        fetcher.close();
        server.close();
    }

    static Stream<Throwable> defects() {
        return Stream.of(new IllegalStateException("a defect"), new OutOfMemoryError("a test"));
    }

    @ParameterizedTest
    @MethodSource("defects")
    void aDefectWhileAPieceIsRecordedEndsTheFetch(Throwable defect) throws Exception {
        fetchEndsWith(FetchMetrics.Count.FORCE_NANOS, LARGE, defect);
    }

    @ParameterizedTest
    @MethodSource("defects")
    void aDefectOfADirectWriteEndsTheFetch(Throwable defect) throws Exception {
        assumeTrue(new DirectIoSupport().block(staging) != DirectIoSupport.NONE, "no direct writes here");
        fetchEndsWith(FetchMetrics.Count.DIRECT_BYTES, LARGE, defect);
    }

    @ParameterizedTest
    @MethodSource("defects")
    void aDefectAfterAPieceHasArrivedEndsTheFetch(Throwable defect) throws Exception {
        fetchEndsWith(FetchMetrics.Count.PIECES, LARGE, defect);
    }

    @ParameterizedTest
    @MethodSource("defects")
    void aDefectWhileASmallFileIsSealedEndsTheFetch(Throwable defect) throws Exception {
        fetchEndsWith(FetchMetrics.Count.FORCE_NANOS, SMALL, defect);
    }

    @ParameterizedTest
    @MethodSource("defects")
    void aDefectWhenABundleHasArrivedEndsTheFetch(Throwable defect) throws Exception {
        assumeTrue(NativeFiles.find() != null, "this system has no calls for small files");
        endsWith(FetchMetrics.Count.BUNDLES, defect, () -> fetcher.fetchTogether(bundle()));
    }

    /** As when the fetcher is closed and something did not end in time. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aDiskThatRejectsATaskCancelsTheFetch(int accepted) throws Exception {
        AtomicInteger left = new AtomicInteger(accepted);
        ExecutorService disk = Executors.newSingleThreadExecutor();
        EventLoopGroup loops = Transport.available().eventLoops(1, "test");
        FetchSettings settings = settings();
        PieceSinks sinks = new PieceSinks(settings.pieces(), 1);
        try (PeerConnectionPools pools =
                new PeerConnectionPools(settings.connections(), metrics::of, Transport.available(), loops)) {
            FetchContext context = new FetchContext(
                    settings.pieces(),
                    pools,
                    loops::next,
                    new ConnectionPermits(PERMITS),
                    task -> {
                        if (left.getAndDecrement() <= 0) {
                            throw new RejectedExecutionException("closed");
                        }
                        disk.execute(task);
                    },
                    sinks,
                    new Bundles(),
                    null,
                    metrics);
            CountDownLatch over = new CountDownLatch(1);
            CompletableFuture<FetchResult> future =
                    new PiecedFetch(request("Data.db", LARGE), context, over::countDown).start();

            assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(future).isDone();
            assertThat(future.isCancelled() || future.join() instanceof Fetched).isTrue();
            assertThat(accepted > 0 || future.isCancelled()).isTrue();
            Await.until("the permits are back", () -> permits.free() == PERMITS);
            Await.until("nothing is open", () -> OpenFiles.below(staging).isEmpty());
            assertThat(sinks.freeBuffers()).isEqualTo(BUFFERS);
        } finally {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            sinks.close();
            disk.shutdown();
        }
    }

    private static FetchSettings settings() {
        FetchSettings plain = FetchSettings.plain();
        return new FetchSettings(
                2,
                8,
                1 << 20,
                plain.connectTimeout(),
                plain.idleTimeout(),
                plain.keepAlive(),
                2,
                null,
                16,
                new PieceSettings(PIECE, true, BUFFERS * BUFFER_BYTES, true, true));
    }

    private List<BundleEntry> bundle() {
        List<BundleEntry> entries = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            entries.add(new BundleEntry(request(i + "-Data.db", SMALL)));
        }
        return entries;
    }

    private void fetchEndsWith(FetchMetrics.Count counter, int size, Throwable defect) throws Exception {
        FetchRequest request = request("Data.db", size);
        endsWith(counter, defect, () -> fetcher.fetch(request));

        assertThat(fetcher.fetch(request).get(60, TimeUnit.SECONDS)).isNotInstanceOf(Failed.class);
        assertThat(progress).hasValue(size);
    }

    /** @param counter throws while the fetch runs */
    private void endsWith(FetchMetrics.Count counter, Throwable defect, FetchStart start) throws Exception {
        try (Trap trap = new Trap(counter, defect)) {
            CompletableFuture<?> future = start.start();

            assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCause(defect);
        }
        Await.until("the permits are back", () -> permits.free() == PERMITS);
        Await.until("nothing is open", () -> OpenFiles.below(staging).isEmpty());
        Await.until("the buffers are back", () -> fetcher.freeBuffers() == BUFFERS);
    }

    private FetchRequest request(String component, int size) {
        ServedFile served = files.add(component, SnapshotFiles.bytes(size, size));
        return new FetchRequest(
                server.address(),
                SnapshotFiles.path(component),
                size,
                served.crc32(),
                staging.resolve(component),
                progress::addAndGet,
                permits);
    }

    private interface FetchStart {
        CompletableFuture<?> start();
    }

    /** Makes one counter of the peer throw, until it is closed. */
    private final class Trap implements AutoCloseable {
        private final Map<FetchMetrics.Count, LongAdder> counters;
        private final FetchMetrics.Count name;
        private final LongAdder counter;

        @SuppressWarnings("unchecked")
        Trap(FetchMetrics.Count name, Throwable defect) throws Exception {
            this.name = name;
            Object counts = read(FetchMetrics.class, "counts", metrics.of(server.address()));
            counters = (Map<FetchMetrics.Count, LongAdder>) read(Counts.class, "adders", counts);
            counter = Objects.requireNonNull(counters.get(name));
            counters.put(name, new LongAdder() {
                private static final long serialVersionUID = 1L;

                @Override
                public void add(long count) {
                    if (defect instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) defect;
                }
            });
        }

        private static Object read(Class<?> type, String name, Object from) throws Exception {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(from);
        }

        @Override
        public void close() {
            counters.put(name, counter);
        }
    }
}
