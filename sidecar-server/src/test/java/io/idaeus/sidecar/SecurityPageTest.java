/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that SECURITY.md names exist. */
class SecurityPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");

    @Test
    void everyTestThatIsNamedExists() throws Exception {
        List<MatchResult> named = NAMED.matcher(Files.readString(ROOT.resolve("SECURITY.md")))
                .results()
                .toList();
        assertThat(named).hasSizeGreaterThan(20);
        for (MatchResult test : named) {
            assertThat(sources(test.group(1)))
                    .as(test.group())
                    .anySatisfy(source -> assertThat(Files.readString(source)).contains("void " + test.group(2) + "("));
        }
    }

    private static List<Path> sources(String type) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String module : List.of("sidecar-server", "sidecar-client", "it-tests")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                files.filter(file -> file.endsWith(type + ".java")).forEach(found::add);
            }
        }
        return found;
    }
}
