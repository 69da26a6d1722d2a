/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Browsers send the page's origin with its modules, and with each change. */
class PageOriginTest {

    @Test
    void thePageLoadsFromEveryAddressOfLoopback(@TempDir Path directory) throws Exception {
        try (RunningSidecar sidecar =
                RunningSidecar.start(directory, "", Map.of("IDAEUS_CONTROL_HOST", "127.20.255.7"))) {
            String own = sidecar.uri("").toString().replaceFirst("/$", "");
            assertThat(own).startsWith("http://127.20.255.7:");
            assertThat(sidecar.get("/ui/app.js", "Origin", own).status()).isEqualTo(200);

            RunningSidecar.Answer other = sidecar.get("/ui/app.js", "Origin", "http://127.0.0.1:1");
            assertThat(other.problem()).isEqualTo("forbidden");
            assertThat(other.detail()).contains("another origin");
        }
    }
}
