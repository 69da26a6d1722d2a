/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of the page as they are written. */
class PageTest {
    private static final Path PAGE = Path.of("src/main/resources/META-INF/idaeus-ui");
    private static final long MAX_BYTES = 150 << 10;
    private static final Pattern IMPORT = Pattern.compile("from '([^']+)'|import '([^']+)'");
    private static final Pattern ADDRESS = Pattern.compile("(?:https?:)?//[a-z0-9.-]+\\.[a-z]{2,}[^'\"` ]*");

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(PAGE)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void itWeighsLessThan150KiB() throws IOException {
        long bytes = files().stream().mapToLong(PageTest::size).sum();
        assertThat(bytes).as("bytes of the page without uPlot").isPositive().isLessThan(MAX_BYTES);
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFileIsServed(Path file) {
        assertThat(UiFile.find(PAGE.relativize(file).toString())).isPresent();
    }

    @ParameterizedTest
    @MethodSource("files")
    void whatAModuleImportsIsThere(Path file) throws IOException {
        assertThat(IMPORT.matcher(Files.readString(file)).results().map(PageTest::imported))
                .allSatisfy(name -> {
                    assertThat(name).startsWith(".");
                    Path target = file.resolveSibling(name).normalize();
                    assertThat(UiFile.find(PAGE.relativize(target).toString()))
                            .as(name)
                            .isPresent();
                });
    }

    @ParameterizedTest
    @MethodSource("files")
    void nothingLoadsFromElsewhere(Path file) throws IOException {
        assertThat(ADDRESS.matcher(Files.readString(file)).results().map(MatchResult::group))
                .isSubsetOf("http://www.w3.org/2000/svg");
    }

    // The policy of UiFile.HEADERS would stop them in the browser, without a word to the operator.
    @ParameterizedTest
    @MethodSource("files")
    void noScriptOrStyleIsInline(Path file) throws IOException {
        String text = Files.readString(file);
        assertThat(text).doesNotContainPattern("<script(?![^>]*\\bsrc=)").doesNotContainPattern("<style");
        assertThat(text).doesNotContainPattern("\\son[a-z]+=\"").doesNotContainPattern("\\sstyle=");
        assertThat(text).doesNotContain("innerHTML", "eval(", "new Function", "document.write");
    }

    private static String imported(MatchResult match) {
        return match.group(1) == null ? match.group(2) : match.group(1);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
