/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.ui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UiFileTest {

    @Test
    void thePageItselfHasAnEmptyPath() {
        assertThat(UiFile.find("")).hasValueSatisfying(page -> {
            assertThat(page.type()).isEqualTo("text/html; charset=utf-8");
            assertThat(new String(page.bytes(), java.nio.charset.StandardCharsets.UTF_8))
                    .startsWith("<!doctype html>");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "app.js, text/javascript; charset=utf-8",
        "views/plans.js, text/javascript; charset=utf-8",
        "style.css, text/css; charset=utf-8",
        "icon.svg, image/svg+xml",
        "uplot/uPlot.esm.js, text/javascript; charset=utf-8",
        "uplot/uPlot.min.css, text/css; charset=utf-8"
    })
    void aFileHasTheTypeOfItsName(String path, String type) {
        assertThat(UiFile.find(path)).hasValueSatisfying(file -> {
            assertThat(file.type()).isEqualTo(type);
            assertThat(file.bytes()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing.js",
                "views",
                "views/",
                "/app.js",
                "//app.js",
                "../idaeus-ui/app.js",
                "views/../app.js",
                "views/./plans.js",
                "uplot/../../../../../idaeus-ui/app.js",
                "%2e%2e/app.js",
                "views%2fplans.js",
                "views\\plans.js",
                "app.js\0",
                "app.js ",
                "app.js?x",
                ".js",
                "app.class",
                "uplot/package.json",
                "io/idaeus/ui/versions.properties"
            })
    void otherPathsAreNoFiles(String path) {
        assertThat(UiFile.find(path)).isEmpty();
    }
}
