/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static io.idaeus.sidecar.serve.RawClient.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.admission.AdmissionReason;
import io.idaeus.sidecar.serve.RawClient.Response;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Slow, idle and greedy clients, files that change under a response, and the end of the server. */
@Timeout(120)
class UnfriendlyClientTest {
    private static final long GIB = 1L << 30;
    private static final int SMALL_WINDOW = 64 * 1024;
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String TARGET = SnapshotFiles.path("Data.db").target();

    @TempDir
    Path directory;

    private final ServeMetrics metrics = new ServeMetrics();
    private SnapshotFiles files;

    @BeforeEach
    void addFile() throws IOException {
        files = new SnapshotFiles(directory);
        files.addSparse("Data.db", GIB, 0);
    }

    @Test
    void aClientThatSendsNoRequestIsDropped() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(SHORT, LONG));
                RawClient idle = new RawClient(server.address())) {
            assertThat(idle.isClosedByServer()).isTrue();
            assertThat(metrics.unrequestedDropped()).isEqualTo(1);
        }
    }

    @Test
    @Tag("timing")
    void aClientThatIsIdleAfterARequestIsDropped() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(Duration.ofSeconds(2), LONG));
                RawClient idle = new RawClient(server.address())) {
            assertThat(idle.ask(get(TARGET, "Range: bytes=0-9")).status()).isEqualTo(206);
            assertThat(idle.isClosedByServer()).isTrue();
            assertThat(metrics.idleDropped()).isEqualTo(1);
        }
    }

    @Test
    void aClientThatSendsItsRequestTooSlowlyIsDropped() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(SHORT, LONG));
                RawClient slow = new RawClient(server.address())) {
            Await.until("the server drops it", () -> {
                try {
                    slow.send("a");
                } catch (IOException closed) {
                    return true;
                }
                return metrics.unrequestedDropped() == 1;
            });
            assertThat(metrics.responses()).isEmpty();
        }
    }

    @Test
    void aClientThatDoesNotReadIsDropped() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(LONG, SHORT));
                RawClient slow = new RawClient(server.address(), SMALL_WINDOW)) {
            slow.send(get(TARGET));
            Await.until("the server drops it", () -> metrics.slowDropped() == 1);
            assertThat(slow.readToEnd().length).isLessThan((int) GIB);
            Await.until("the response counts as aborted", () -> metrics.abortedResponses() == 1);
            Await.until("no file is open", () -> OpenFiles.below(directory).isEmpty());
        }
    }

    @Test
    void aClientThatAnnouncesALowRateIsGivenTime() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(LONG, SHORT));
                RawClient slow = new RawClient(server.address(), SMALL_WINDOW)) {
            slow.send(get(TARGET, "Idaeus-Min-Rate: 4096"));
            Await.until("it is read slowly", () -> metrics.responses().containsKey(200));
            for (int dropped = 1; dropped <= 2; dropped++) {
                long before = metrics.slowDropped();
                try (RawClient other = new RawClient(server.address(), SMALL_WINDOW)) {
                    other.send(get(TARGET));
                    Await.until("one that said nothing is dropped", () -> metrics.slowDropped() > before);
                }
            }
            assertThat(slow.head().status()).isEqualTo(200);
            // More than the kernels' buffers hold.
            assertThat(slow.input().readNBytes(64 << 20)).hasSize(64 << 20);
        }
    }

    @Test
    void aClientThatAnnouncesNextToNothingIsDropped() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(LONG, SHORT));
                RawClient slow = new RawClient(server.address(), SMALL_WINDOW)) {
            slow.send(get(TARGET, "Idaeus-Min-Rate: 1"));
            Await.until("the server drops it", () -> metrics.slowDropped() == 1);
        }
    }

    @Test
    @Tag("timing")
    void aClientThatReadsSlowlyButSteadilyIsServed() throws IOException {
        // Longer than a busy machine keeps this thread waiting, and a third of the time that is looked at.
        Duration bound = Duration.ofSeconds(2);
        try (DataPlaneServer server = start(Settings.timed(bound, bound));
                RawClient slow = new RawClient(server.address(), SMALL_WINDOW)) {
            slow.send(get(TARGET)).head();
            long end = System.nanoTime() + bound.multipliedBy(3).toNanos();
            while (System.nanoTime() < end) {
                assertThat(slow.input().readNBytes(200_000)).hasSize(200_000);
                java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
            }
            assertThat(metrics.slowDropped()).isZero();
        }
    }

    @Test
    void aSlowClientCostsNoMemory() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(LONG, LONG))) {
            List<RawClient> clients = new ArrayList<>();
            long before = directMemory();
            for (int i = 0; i < 20; i++) {
                RawClient client = new RawClient(server.address(), SMALL_WINDOW);
                clients.add(client.send(get(TARGET)));
                client.head();
            }
            for (RawClient client : clients) {
                assertThat(client.input().readNBytes(5_000_000)).hasSize(5_000_000);
            }
            assertThat(directMemory() - before).isLessThan(16L << 20);
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aFileThatShrinksEndsOnlyItsOwnResponse() throws IOException {
        try (DataPlaneServer server = start(Settings.timed(LONG, LONG));
                RawClient reader = new RawClient(server.address(), SMALL_WINDOW);
                RawClient other = new RawClient(server.address())) {
            reader.send(get(TARGET)).head();
            assertThat(reader.input().readNBytes(100_000)).hasSize(100_000);
            try (FileChannel file = FileChannel.open(directory.resolve("nb-7-big-Data.db"), StandardOpenOption.WRITE)) {
                file.truncate(64L << 20);
            }

            assertThat((long) reader.readToEnd().length).isLessThanOrEqualTo(64L << 20);
            Await.until("the response counts as aborted", () -> metrics.abortedResponses() == 1);
            files.add("Index.db", new byte[5]);
            assertThat(other.ask(get(SnapshotFiles.path("Index.db").target())).status())
                    .isEqualTo(200);
            Await.until("no file is open", () -> OpenFiles.below(directory).isEmpty());
        }
    }

    @Test
    void aFileDeletedDuringItsResponseIsServedToTheEnd() throws IOException {
        files.addSparse("Index.db", 8 << 20, 0);
        try (DataPlaneServer server = start(Settings.timed(LONG, LONG));
                RawClient reader = new RawClient(server.address(), SMALL_WINDOW)) {
            reader.send(get(SnapshotFiles.path("Index.db").target())).head();
            java.nio.file.Files.delete(directory.resolve("nb-7-big-Index.db"));
            assertThat(reader.input().readNBytes(8 << 20)).hasSize(8 << 20);
        }
    }

    @Test
    void theConnectionThatRestedLongestMakesRoom() throws IOException {
        try (DataPlaneServer server = start(Settings.limited(100, 2));
                RawClient first = new RawClient(server.address());
                RawClient second = new RawClient(server.address())) {
            assertThat(second.ask(get(TARGET, "Range: bytes=0-1")).status()).isEqualTo(206);
            assertThat(first.ask(get(TARGET, "Range: bytes=0-1")).status()).isEqualTo(206);

            assertThat(isServed(server)).as("a third").isTrue();
            assertThat(second.isClosedByServer()).isTrue();
            assertThat(first.ask(get(TARGET, "Range: bytes=0-1")).status()).isEqualTo(206);
            assertThat(metrics.admission().refused(AdmissionReason.IDLE)).isEqualTo(1);
        }
    }

    @Test
    void connectionsAboveTheLimitOfAnAddressAreTold429() throws IOException {
        try (DataPlaneServer server = start(Settings.limited(100, 2));
                RawClient first = new RawClient(server.address());
                RawClient second = new RawClient(server.address())) {
            assertThat(first.send(get(TARGET)).head().status()).isEqualTo(200);
            assertThat(second.send(get(TARGET)).head().status()).isEqualTo(200);
            try (RawClient third = new RawClient(server.address())) {
                Response refused = third.ask(get(TARGET));
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.headers()).containsKey("retry-after");
                assertThat(third.isClosedByServer()).isTrue();
            }
            assertThat(metrics.admission().refused(AdmissionReason.ADDRESS)).isEqualTo(1);
            first.close();
            Await.until("there is room again", () -> isServed(server));
        }
    }

    @Test
    void connectionsAboveTheLimitOfAllAreTold503() throws IOException {
        try (DataPlaneServer server = start(Settings.limited(1, 1000));
                RawClient first = new RawClient(server.address())) {
            assertThat(first.send(get(TARGET)).head().status()).isEqualTo(200);
            try (RawClient second = new RawClient(server.address())) {
                Response refused = second.ask(get(TARGET));
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.text()).contains("urn:idaeus:problem:overloaded");
                assertThat(second.isClosedByServer()).isTrue();
            }
            assertThat(metrics.admission().refused(AdmissionReason.TOTAL)).isEqualTo(1);
            first.close();
            Await.until("there is room again", () -> isServed(server));
        }
    }

    @Test
    void aDrainWaitsForResponsesAndAcceptsNoConnection() throws IOException {
        files.addSparse("Index.db", 8 << 20, 0);
        DataPlaneServer server = start(Settings.draining(LONG));
        try (RawClient idle = new RawClient(server.address());
                RawClient reader = new RawClient(server.address(), SMALL_WINDOW)) {
            idle.ask(get(TARGET, "Range: bytes=0-1"));
            reader.send(get(SnapshotFiles.path("Index.db").target())).head();

            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
            assertThat(idle.isClosedByServer()).isTrue();
            assertThatThrownBy(() -> new RawClient(server.address())).isInstanceOf(ConnectException.class);
            assertThat(closed).isNotDone();
            assertThat(reader.input().readNBytes(8 << 20)).hasSize(8 << 20);
            assertThat(reader.isClosedByServer()).isTrue();
            closed.join();
        }
        assertThat(metrics.abortedResponses()).isZero();
    }

    @Test
    @Tag("timing")
    void aRequestThatArrivesAfterTheLastResponseOfADrainResetsNothing() throws Exception {
        int unread = 1 << 20;
        files.addSparse("Index.db", 8 << 20, 0);
        DataPlaneServer server = start(Settings.draining(LONG));
        try (RawClient reader = new RawClient(server.address(), SMALL_WINDOW)) {
            reader.send(get(SnapshotFiles.path("Index.db").target())).head();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
            Await.until("the server accepts no connection", () -> isRefused(server));
            assertThat(reader.input().readNBytes((8 << 20) - unread)).hasSize((8 << 20) - unread);
            // The kernel has the rest.
            Await.until("the response is over", () -> metrics.bytes() == 8 << 20);
            TimeUnit.MILLISECONDS.sleep(300);

            reader.send(get(TARGET));

            TimeUnit.MILLISECONDS.sleep(300);
            assertThat(reader.input().readNBytes(unread)).hasSize(unread);
            // A reset would throw.
            assertThat(reader.input().read()).isEqualTo(-1);
            closed.join();
        }
        assertThat(metrics.abortedResponses()).isZero();
    }

    @Test
    void aDrainEndsAfterItsTimeout() throws IOException {
        DataPlaneServer server = start(Settings.draining(SHORT));
        try (RawClient reader = new RawClient(server.address(), SMALL_WINDOW)) {
            reader.send(get(TARGET)).head();
            server.close();
            assertThat((long) reader.readToEnd().length).isLessThan(GIB);
        }
        assertThat(OpenFiles.below(directory)).isEmpty();
    }

    private DataPlaneServer start(ServeSettings settings) {
        return DataPlaneServer.start(settings, files, metrics);
    }

    private static boolean isRefused(DataPlaneServer server) {
        try (RawClient client = new RawClient(server.address())) {
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    private static boolean isServed(DataPlaneServer server) {
        try (RawClient client = new RawClient(server.address())) {
            return client.ask(get(TARGET, "Range: bytes=0-1")).status() == 206;
        } catch (IOException e) {
            return false;
        }
    }

    private static long directMemory() {
        return PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() + PlatformDependent.usedDirectMemory();
    }
}
