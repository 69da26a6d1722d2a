/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.OwnProcess;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both ends in a process that cannot load zstd's library: a process loads it once. */
@Timeout(120)
class WithoutZstdTest {
    private static final int SIZE = 5 << 20;

    @TempDir
    Path directory;

    /** Prints what becomes of a compressed request and of a fetch that would compress. */
    public static final class Main {
        private Main() {}

        public static void main(String[] args) throws Exception {
            Path source = Files.createDirectories(Path.of(args[0], "source"));
            Path destination =
                    Files.createDirectories(Path.of(args[0], "staging")).resolve("Data.db");
            SnapshotFiles files = new SnapshotFiles(source);
            ServedFile file = files.add("Data.db", SnapshotFiles.text(SIZE, 1));
            ServeMetrics metrics = new ServeMetrics();
            try (DataPlaneServer server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, metrics);
                    FileFetcher fetcher = new FileFetcher(FetchSettings.plain(), new FetchMetrics())) {
                URI asked = URI.create("http://127.0.0.1:" + server.address().getPort()
                        + SnapshotFiles.path("Data.db").target() + "?zstd=1");
                HttpResponse<String> refused = HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(asked).build(), HttpResponse.BodyHandlers.ofString());
                System.out.println("asked: " + refused.statusCode() + " " + refused.body());
                FetchResult result = fetcher.fetch(new FetchRequest(
                                server.address(),
                                SnapshotFiles.path("Data.db"),
                                file.size(),
                                file.crc32(),
                                destination,
                                bytes -> {},
                                new ConnectionPermits(2),
                                CompressionChoice.zstd((wire, plain) -> {})))
                        .join();
                System.out.println("fetched: " + result + " " + metrics.compressedBytes() + " compressed");
            }
            System.exit(0);
        }
    }

    @Test
    void filesArriveUncompressed() throws Exception {
        String output =
                OwnProcess.output(Main.class, "-DZstdNativePath=" + directory.resolve("missing"), directory.toString());

        assertThat(output)
                .contains("asked: 400")
                .contains("This sidecar does not compress")
                .contains("fetched: Fetched[")
                .contains(" 0 compressed")
                .containsOnlyOnce("zstd is not available, transfers are not compressed")
                // The fetcher does not even ask.
                .doesNotContain("the rest is fetched without compression");
        assertThat(directory.resolve("staging/Data.db")).hasBinaryContent(SnapshotFiles.text(SIZE, 1));
    }
}
