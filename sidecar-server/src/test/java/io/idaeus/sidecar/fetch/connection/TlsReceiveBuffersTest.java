/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.request.PeerRangeRequest;
import io.idaeus.sidecar.fetch.request.RangeSink;
import io.idaeus.sidecar.fetch.request.RemoteFile;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.Readers;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.wire.EntityTag;
import io.idaeus.sidecar.wire.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real TLS at both ends. */
@Timeout(120)
class TlsReceiveBuffersTest {
    private static final int SIZE = 16 * 1024 * 1024 + 12_345;
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path source;

    @TempDir
    Path pki;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 21);
    private final EventLoopGroup loops = Transport.available().eventLoops(1, "test");
    private final FetchMetrics metrics = new FetchMetrics();
    private ServedFile file;
    private DataPlaneServer server;
    private Certificates authority;

    @BeforeEach
    void serve() throws Exception {
        authority = new Certificates(pki, "authority");
        SnapshotFiles files = new SnapshotFiles(source);
        file = files.add("Data.db", data);
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        server = DataPlaneServer.start(
                new ServeSettings(
                        plain.host(),
                        plain.port(),
                        1,
                        plain.connections(),
                        plain.requestTimeout(),
                        plain.idleTimeout(),
                        plain.minRateWindow(),
                        plain.minBytesPerSecond(),
                        plain.segmentBytes(),
                        plain.drainTimeout(),
                        TlsContexts.load(authority.issue("CN=source"))::server,
                        Readers.all()),
                files,
                new ServeMetrics());
    }

    @AfterEach
    void stop() {
        server.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void bytesAreDecryptedIntoTheBufferThatTheSinkLends() throws Exception {
        assumeTrue(SslProvider.isAlpnSupported(SslProvider.OPENSSL), "no boringssl here");
        Lending sink = new Lending(SIZE);

        fetch(sink, SslProvider.OPENSSL);

        assertThat(sink.buffer).isEqualTo(Unpooled.wrappedBuffer(data));
        // Only bytes that arrive with the head are copied.
        assertThat(sink.copied).isLessThan(64 * 1024);
        assertThat(sink.buffer.refCnt()).as("every lent buffer was released").isEqualTo(1);
    }

    @Test
    void whatALentBufferHasNoRoomForIsCopied() throws Exception {
        Lending sink = new Lending(10_000);

        fetch(sink, SslProvider.OPENSSL);

        assertThat(sink.buffer).isEqualTo(Unpooled.wrappedBuffer(data));
        assertThat(sink.buffer.refCnt()).as("every lent buffer was released").isEqualTo(1);
    }

    /** It needs room for a whole record. */
    @Test
    void theEngineOfTheJdkDecryptsIntoBuffersOfItsOwn() throws Exception {
        Lending sink = new Lending(SIZE);

        fetch(sink, SslProvider.JDK);

        assertThat(sink.buffer).isEqualTo(Unpooled.wrappedBuffer(data));
        assertThat(sink.copied).isEqualTo(SIZE);
        assertThat(sink.buffer.refCnt()).as("every lent buffer was released").isEqualTo(1);
    }

    private void fetch(Lending sink, SslProvider provider) throws Exception {
        TlsContexts contexts = TlsContexts.load(authority.issue("CN=destination"), provider);
        ConnectionSettings settings = new ConnectionSettings(1, 1, 1 << 20, LONG, LONG, LONG, contexts::client);
        RemoteFile remote = new RemoteFile(
                server.address(), SnapshotFiles.path("Data.db"), new EntityTag(file.crc32(), file.size()));
        CompletableFuture<Void> received = new CompletableFuture<>();
        try (PeerConnectionPools pools =
                new PeerConnectionPools(settings, peer -> metrics, Transport.available(), loops)) {
            new PeerCall(
                            new PeerRangeRequest(remote, sink),
                            ThrottleChain.unlimited(),
                            pools,
                            metrics,
                            new PeerCall.Outcome() {
                                @Override
                                public void received() {
                                    received.complete(null);
                                }

                                @Override
                                public void failed(Throwable failure) {
                                    received.completeExceptionally(failure);
                                }
                            })
                    .start();
            received.get();
        }
    }

    /** Lends parts of one buffer for the whole file. */
    private static final class Lending implements RangeSink {
        private final ByteBuf buffer = Unpooled.directBuffer(SIZE, SIZE);
        private final int most;
        private @Nullable ByteBuf lent;
        private int copied;

        Lending(int most) {
            this.most = most;
        }

        @Override
        public boolean lends() {
            return true;
        }

        @Override
        public ByteBuf lend(int atMost) {
            int room = Math.min(most, Math.min(atMost, buffer.writableBytes()));
            lent = buffer.retainedSlice(buffer.writerIndex(), room).writerIndex(0);
            return lent;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // it is the very buffer that was lent, or it is not
        public void append(ByteBuf bytes) {
            if (bytes == lent) {
                buffer.writerIndex(buffer.writerIndex() + bytes.readableBytes());
            } else {
                copied += bytes.readableBytes();
                buffer.writeBytes(bytes);
            }
        }

        @Override
        public long first() {
            return 0;
        }

        @Override
        public long position() {
            return buffer.writerIndex();
        }

        @Override
        public long end() {
            return SIZE;
        }

        @Override
        public void restart() {
            throw new IllegalStateException("nothing restarts here");
        }
    }
}
