/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sources have every message that docs/troubleshooting.md says you see. */
class TroubleshootingTest {
    private static final Pattern SEEN = Pattern.compile("\\| `([^`]+)` \\|.*");

    // Between the literals of one message, and what they are joined with.
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

    @Test
    void everyMessageIsInTheSources() {
        List<String> sources = sources();
        List<String> unknown = new ArrayList<>();
        int messages = 0;
        for (String line : MarkdownPage.read(Workspace.docs().resolve("troubleshooting.md"))
                .lines()) {
            Matcher seen = SEEN.matcher(line);
            if (seen.matches()) {
                messages++;
                Pattern message = Pattern.compile(
                        Stream.of(seen.group(1).split("…"))
                                .map(Pattern::quote)
                                .reduce((a, b) -> a + "[^;]{1,200}?" + b)
                                .orElseThrow(),
                        Pattern.DOTALL);
                if (sources.stream().noneMatch(source -> message.matcher(source).find())) {
                    unknown.add(seen.group(1));
                }
            }
        }
        assertThat(unknown).as("messages that no source holds").isEmpty();
        assertThat(messages).isGreaterThan(40);
    }

    private static List<String> sources() {
        Path root = Workspace.module().getParent();
        List<String> sources = new ArrayList<>();
        for (String module : List.of("api-spec", "sidecar-client", "sidecar-server")) {
            try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    sources.add(JOINED.matcher(Files.readString(file)).replaceAll(""));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sources;
    }
}
