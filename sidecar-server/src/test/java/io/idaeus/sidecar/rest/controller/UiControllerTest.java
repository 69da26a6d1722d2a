/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.RunningSidecar;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UiControllerTest {
    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        sidecar = RunningSidecar.start(directory);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void thePageIsServedWithoutTls() throws Exception {
        RunningSidecar.Answer page = sidecar.get("/ui/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'self';");
        assertThat(page.body()).startsWith("<!doctype html>");
        assertThat(sidecar.get("/ui").header("Location")).isEqualTo("/ui/");
        assertThat(sidecar.get("/ui/sidecars.json").body())
                .isEqualTo("{\"sidecars\":[{\"name\":\"This sidecar\",\"base\":\"..\"}]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.js", "views/cluster.js", "style.css", "uplot/uPlot.esm.js", "icon.svg"})
    void itsFilesAreServed(String file) throws Exception {
        RunningSidecar.Answer answer = sidecar.get("/ui/" + file);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Security-Policy")).startsWith("default-src 'self';");
        assertThat(answer.body()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing.js", "views/../app.js", "../../etc/passwd", "%2e%2e/%2e%2e/logback.xml", "views/"})
    void otherPathsAreNotFound(String path) throws Exception {
        RunningSidecar.Answer answer = sidecar.get("/ui/" + path);
        assertThat(answer.problem()).isEqualTo("not-found");
    }
}
