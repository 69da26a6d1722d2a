/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.RunningSidecar;
import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.HungMount;
import io.idaeus.sidecar.rest.call.ControlThreads;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A data directory on a mount that hangs. */
@Timeout(120)
class HungScanTest {
    private RunningSidecar sidecar;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        HungScanController.mount = new HungMount(directory);
        sidecar = RunningSidecar.start(directory);
    }

    @AfterEach
    void stop() {
        HungScanController.mount.comeBack();
        sidecar.close();
    }

    @Test
    void livenessAnswersWhileEachThreadForListingsWaits() throws Exception {
        HungScanController.scans = new DirectoryScans(Duration.ofHours(1), 1_000);
        HttpClient http = HttpClient.newHttpClient();
        List<CompletableFuture<HttpResponse<String>>> listings = IntStream.range(0, ControlThreads.BLOCKING)
                .mapToObj(i -> http.sendAsync(sidecar.request("/v1/hung").build(), BodyHandlers.ofString()))
                .toList();
        while (HungScanController.WAITING.get() < ControlThreads.BLOCKING) {
            Thread.onSpinWait();
        }

        assertThat(sidecar.get("/health/liveness").status()).isEqualTo(200);
        assertThat(sidecar.get("/health/readiness").status()).isEqualTo(503);
        assertThat(listings).noneMatch(CompletableFuture::isDone);

        HungScanController.mount.comeBack();
        assertThat(listings)
                .allSatisfy(listing -> assertThat(listing.join().statusCode()).isEqualTo(200));
    }

    @Test
    void aListingThatHangsEndsInAnErrorThatNamesTheDirectory() throws Exception {
        HungScanController.scans = new DirectoryScans(Duration.ofMillis(100), 10);

        RunningSidecar.Answer answer = sidecar.get("/v1/hung");

        assertThat(answer.problem()).isEqualTo("files-unreadable");
        assertThat(answer.json().path("detail").asText())
                .startsWith("Cannot read data directory " + HungScanController.mount.path() + ": "
                        + HungScanController.mount.path() + ": no answer within");
    }
}
