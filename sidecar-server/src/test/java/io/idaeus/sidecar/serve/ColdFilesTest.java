/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.Pages;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.serve.page.PageCacheUse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a file in the page cache, before and after it is sent. */
class ColdFilesTest {
    private static final int BLOCK = 4 * 1024 * 1024;
    private static final int SIZE = 4 * BLOCK + 12_345;

    /** No system has larger pages. Where a test allows for a block, the kernel may have evicted a page itself. */
    private static final int PAGE = 64 * 1024;

    /** The kernel frees the last pages that a socket held only when more is sent over it. */
    private static final int UNFREED = BLOCK + BLOCK / 2;

    private static final PageCacheUse DEFAULTS =
            ServeSettings.plain("127.0.0.1", 0).pageCache();

    @TempDir
    Path directory;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 5);
    private final ServeMetrics metrics = new ServeMetrics();
    private SnapshotFiles files;
    private Path path;

    @BeforeEach
    void write() {
        files = new SnapshotFiles(directory);
        path = files.add("Data.db", data).path();
    }

    @AfterEach
    void nothingStaysOpen() {
        assertThat(OpenFiles.below(directory)).isEmpty();
    }

    @Test
    void aColdFileIsReadAheadAndDroppedAfterwards() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(DEFAULTS)) {
            assertThat(get(server, "bytes=0-")).isEqualTo(data);
            Await.until("its pages are dropped", () -> metrics.droppedPageBytes() >= SIZE);
        }
        assertThat(metrics.readAheadBytes()).isEqualTo(SIZE);
        assertThat(Pages.absentBytes(path, SIZE)).isGreaterThan(SIZE - BLOCK);
    }

    /** The kernel reads on beyond what it is asked for: those pages were cold, too. */
    @Test
    void pagesThatTheKernelReadBeyondARangeAreDroppedWithTheNext() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(DEFAULTS)) {
            get(server, "bytes=0-" + (BLOCK - 1));
            get(server, "bytes=" + BLOCK + "-");
            Await.until("its pages are dropped", () -> metrics.droppedPageBytes() >= SIZE);
        }
        assertThat(Pages.absentBytes(path, SIZE)).isGreaterThan(SIZE - UNFREED);
    }

    @Test
    void pagesThatTheKernelReadBeyondTheLastRangeAreDropped() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(DEFAULTS)) {
            get(server, "bytes=0-" + (BLOCK - 1));
            Await.until("its pages are dropped", () -> metrics.droppedPageBytes() > 0);
        }
        assertThat(Pages.absentBytes(path, SIZE)).isGreaterThan(SIZE - UNFREED);
    }

    @Test
    void pagesInFlightWhenTheyAreFirstDroppedAreDroppedAgain() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(DEFAULTS);
                RawClient client = new RawClient(server.address());
                Unread unread = new Unread()) {
            client.send(RawClient.get(SnapshotFiles.path("Data.db").target())).head();
            Await.until("it is being read", () -> metrics.readAheadBytes() > BLOCK);
            unread.send(path);
            assertThat(client.input().readNBytes(SIZE)).isEqualTo(data);
            unread.read();
            Await.until("its pages are dropped", () -> metrics.droppedPageBytes() >= SIZE);
        }
        assertThat(Unread.placesInMemory(path)).isLessThanOrEqualTo(Unread.PLACES / 4);
    }

    @Test
    void hotPagesStayInThePageCache() throws Exception {
        Pages.evict(path, BLOCK, 3L * BLOCK);

        try (DataPlaneServer server = server(DEFAULTS)) {
            assertThat(get(server, "bytes=0-")).isEqualTo(data);
            Await.until("its pages are dropped", () -> metrics.droppedPageBytes() >= 2L * BLOCK);
        }
        assertThat(metrics.readAheadBytes()).isEqualTo(2L * BLOCK);
        assertThat(metrics.droppedPageBytes()).isEqualTo(2L * BLOCK);
        assertThat(Pages.absentBytes(path, SIZE)).isLessThan(3L * BLOCK);
    }

    @Test
    void aHotFileIsNeitherReadAheadNorDropped() throws Exception {
        Pages.evict(path, 0, SIZE);
        Files.readAllBytes(path);

        try (DataPlaneServer server = server(DEFAULTS)) {
            assertThat(get(server, "bytes=0-")).isEqualTo(data);
        }
        assertThat(metrics.readAheadBytes()).isZero();
        assertThat(metrics.droppedPageBytes()).isZero();
        assertThat(Pages.absentBytes(path, SIZE)).isLessThan(BLOCK);
    }

    @Test
    void aRangeThatStartsInsideAPageIsReadAhead() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(new PageCacheUse(true, false))) {
            byte[] part = get(server, "bytes=4242-" + (SIZE - 2));
            assertThat(part).isEqualTo(Arrays.copyOfRange(data, 4242, SIZE - 1));
        }
        assertThat(metrics.readAheadBytes()).isBetween((long) SIZE - PAGE, (long) SIZE);
        assertThat(metrics.droppedPageBytes()).isZero();
        assertThat(Pages.absentBytes(path, SIZE)).as("pages are not dropped").isLessThan(BLOCK);
    }

    @Test
    void withoutReadAheadAFileIsReadAsItIsSent() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(new PageCacheUse(false, true))) {
            assertThat(get(server, "bytes=0-")).isEqualTo(data);
        }
        assertThat(metrics.readAheadBytes()).isZero();
        assertThat(Pages.absentBytes(path, SIZE)).isLessThan(BLOCK);
    }

    @Test
    void everythingIsClosedWhenTheClientDisconnects() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(DEFAULTS)) {
            try (RawClient client = new RawClient(server.address())) {
                client.send(RawClient.get(SnapshotFiles.path("Data.db").target()));
                Await.until("it is being read", () -> metrics.readAheadBytes() > 0);
            }
            Await.until("the response ended", () -> metrics.abortedResponses() == 1);
            Await.until("it is closed", () -> OpenFiles.below(directory).isEmpty());
        }
    }

    @Test
    void aColdFileThatIsReadForItsChecksumsIsDroppedAfterwards() throws Exception {
        Pages.evict(path, 0, SIZE);

        try (DataPlaneServer server = server(DEFAULTS)) {
            assertThat(checksums(server)).isEqualTo(200);
            Await.until("its pages are dropped", () -> metrics.droppedPageBytes() >= SIZE);
        }
        assertThat(Pages.absentBytes(path, SIZE)).isGreaterThan(SIZE - BLOCK);
    }

    @Test
    void aHotFileThatIsReadForItsChecksumsStaysInThePageCache() throws Exception {
        Pages.evict(path, 0, SIZE);
        Files.readAllBytes(path);

        try (DataPlaneServer server = server(DEFAULTS)) {
            assertThat(checksums(server)).isEqualTo(200);
        }
        assertThat(metrics.droppedPageBytes()).isZero();
        assertThat(Pages.absentBytes(path, SIZE)).isLessThan(BLOCK);
    }

    private static int checksums(DataPlaneServer server) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort()
                + SnapshotFiles.path("Data.db").target() + "?crc32=1048576");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private DataPlaneServer server(PageCacheUse use) {
        return DataPlaneServer.start(Settings.pageCache(use), files, metrics);
    }

    private static byte[] get(DataPlaneServer server, String range) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort()
                + SnapshotFiles.path("Data.db").target());
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri).header("Range", range).build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                .body();
    }

    /** A pipe in which pages of a file wait for their reader, from places all over its first 12 MiB. */
    private static final class Unread implements AutoCloseable {
        private static final int PLACES = 12;
        private static final long APART = 1 << 20;
        private static final int BYTES = 4096;

        private final Pipe pipe = Pipe.open();

        Unread() throws IOException {}

        void send(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file)) {
                for (int i = 0; i < PLACES; i++) {
                    assertThat(channel.transferTo(i * APART, BYTES, pipe.sink()))
                            .isEqualTo(BYTES);
                }
            }
        }

        void read() throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(PLACES * BYTES);
            while (buffer.hasRemaining() && pipe.source().read(buffer) >= 0) {
                // Until all of it came.
            }
        }

        /** The kernel frees pages of the server's socket at its own pace: one or two may still be there. */
        static int placesInMemory(Path file) throws IOException {
            int found = 0;
            try (CachedFile cached = Pages.open(file)) {
                for (int i = 0; i < PLACES; i++) {
                    found += cached.absent(i * APART, i * APART + 1).isEmpty() ? 1 : 0;
                }
            }
            return found;
        }

        @Override
        public void close() throws IOException {
            pipe.sink().close();
            pipe.source().close();
        }
    }
}
