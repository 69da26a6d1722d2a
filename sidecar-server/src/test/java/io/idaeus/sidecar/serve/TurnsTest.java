/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.serve.page.PageCacheUse;
import io.idaeus.sidecar.wire.TlsSource;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How much a response sends between two turns of its event loop. Real sockets; the reader takes all that comes. */
@Timeout(120)
class TurnsTest {
    private static final long SIZE = 96L << 20;
    private static final int SEGMENT = 64 * 1024;

    @TempDir
    Path source;

    @TempDir
    Path pki;

    private final ServeMetrics metrics = new ServeMetrics();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final AtomicLong most = new AtomicLong();
    private volatile long seen;

    @Test
    void aReaderThatKeepsUpGetsOneTurnAtATime() throws Exception {
        ServeSettings settings = settings(null);
        try (DataPlaneServer server = serve(settings);
                Socket socket = new Socket(
                        server.address().getAddress(), server.address().getPort())) {
            readAll(socket);
        }
        assertThat(most.get()).isBetween(1L, mostBetweenTurns(settings));
    }

    @Test
    void aReaderWithTlsGetsOneTurnAtATime() throws Exception {
        Certificates authority = new Certificates(pki, "authority");
        ServeSettings settings = settings(TlsContexts.load(authority.issue("CN=source"))::server);
        TlsContexts reader = TlsContexts.load(authority.issue("CN=destination"));
        try (DataPlaneServer server = serve(settings);
                Socket socket = reader.jdk()
                        .getSocketFactory()
                        .createSocket(
                                server.address().getAddress(), server.address().getPort())) {
            readAll(socket);
        }
        assertThat(most.get()).isBetween(1L, mostBetweenTurns(settings));
    }

    // Between two runs of the watcher one turn can end, and the next begin. Netty has two more segments by then.
    private static long mostBetweenTurns(ServeSettings settings) {
        return 2L * settings.turnBytes() + 2 * SEGMENT;
    }

    private DataPlaneServer serve(ServeSettings settings) throws Exception {
        SnapshotFiles files = new SnapshotFiles(source);
        files.addSparse("Data.db", SIZE, 0);
        return DataPlaneServer.start(
                settings,
                (tag, keyspace, table, sstable, component) -> {
                    EventExecutor loop = ThreadExecutorMap.currentExecutor();
                    if (loop != null && watched.compareAndSet(false, true)) {
                        watch(loop);
                    }
                    return files.find(tag, keyspace, table, sstable, component);
                },
                metrics);
    }

    // Runs once in each turn of the loop, as any timer that is due would.
    @SuppressWarnings("FutureReturnValueIgnored") // what fails is seen by what is not counted
    private void watch(EventExecutor loop) {
        loop.schedule(
                () -> {
                    long sent = metrics.sendfileBytes() + metrics.tlsBytes();
                    most.accumulateAndGet(sent - seen, Math::max);
                    seen = sent;
                    if (!loop.isShuttingDown()) {
                        watch(loop);
                    }
                },
                0,
                TimeUnit.NANOSECONDS);
    }

    private static void readAll(Socket socket) throws Exception {
        socket.getOutputStream()
                .write(RawClient.get(SnapshotFiles.path("Data.db").target(), "Connection: close")
                        .getBytes(StandardCharsets.ISO_8859_1));
        InputStream input = socket.getInputStream();
        byte[] buffer = new byte[1 << 20];
        long left = SIZE;
        try {
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                left -= read;
            }
        } catch (SocketException closed) {
            // After the last byte.
        }
        assertThat(left).isNotPositive();
    }

    private static ServeSettings settings(@Nullable TlsSource tls) {
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        return new ServeSettings(
                plain.host(),
                plain.port(),
                1,
                plain.connections(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.minRateWindow(),
                plain.minBytesPerSecond(),
                SEGMENT,
                plain.drainTimeout(),
                tls,
                Readers.all(),
                new PageCacheUse(false, false));
    }
}
