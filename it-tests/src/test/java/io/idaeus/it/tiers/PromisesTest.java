/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests on which the pages of promises rely exist, have a tier, and are enabled. */
class PromisesTest {
    private static final Path ROOT = Workspace.module().getParent();
    private static final List<String> MODULES =
            List.of("sidecar-server", "sidecar-client", "api-spec", "it-tests", "it-tests/bench", "it-tests/testing");

    // `TransferStepsIT`, `TlsTest#aServerWithAnotherNameIsNotBelieved`, or a class with names in brackets behind it.
    private static final Pattern NAMED =
            Pattern.compile("\\b([A-Z]\\w*[a-z](?:Test|IT))\\b(?:#(\\w+))?(?:` \\(((?:[^()]|\\([^()]*\\))*)\\))?");

    private static final Pattern TICKED = Pattern.compile("`([^`]+)`");
    private static final Pattern METHOD = Pattern.compile("[a-z]+(?:[A-Z][a-z0-9]*){3,}");
    private static final Pattern CRASH_POINT = Pattern.compile("[a-z-]+\\.[a-z]+");
    private static final Pattern DISABLED =
            Pattern.compile("@(?:Disabled|EnabledIfSystemProperty|EnabledIfEnvironment)");
    private static final Pattern TARGET = Pattern.compile("make (test-(?!all|changed)[a-z]+)");

    private final Map<String, String> sources = sources();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/reliability.md",
                "docs/unusual-cases.md",
                "docs/fault-tests.md",
                "docs/remedies.md",
                "docs/replacement.md",
                "docs/replacement-tests.md",
                "docs/replace.md",
                "docs/replace-how.md",
                "docs/grow.md",
                "docs/clone.md",
                "docs/compare.md",
                "docs/plans.md",
                "SECURITY.md"
            })
    void everyTestThatAPageNamesExistsHasATierAndIsEnabled(String page) throws IOException {
        List<MatchResult> named =
                NAMED.matcher(Files.readString(ROOT.resolve(page))).results().toList();
        assertThat(named).isNotEmpty();
        for (MatchResult test : named) {
            String source = sources.get(test.group(1));
            assertThat(source)
                    .as("%s names %s, which does not exist", page, test.group(1))
                    .isNotNull();
            assertThat(DISABLED.matcher(source).results().map(MatchResult::group))
                    .as("%s names %s: are all its tests enabled?", page, test.group(1))
                    .isEmpty();
            if (test.group(1).endsWith("IT")) {
                assertThat(Stream.of(Tier.values()).map(tier -> "@Tag(\"" + tier.tag() + "\")"))
                        .as("the tier of %s", test.group(1))
                        .anyMatch(source::contains);
            }
            if (test.group(2) != null) {
                assertThat(source.contains("void " + test.group(2) + "("))
                        .as("%s names %s, which does not exist", page, test.group())
                        .isTrue();
            }
            if (test.group(3) != null) {
                assertHolds(page, test.group(1), source, test.group(3));
            }
        }
    }

    private static void assertHolds(String page, String test, String source, String inBrackets) {
        Matcher words = TICKED.matcher(inBrackets);
        while (words.find()) {
            String word = words.group(1);
            String sought = METHOD.matcher(word).matches()
                    ? "void " + word + "("
                    : CRASH_POINT.matcher(word).matches() ? "\"" + word + "\"" : "";
            assertThat(source.contains(sought))
                    .as("%s names %s of %s, which does not exist", page, word, test)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/reliability.md",
                "docs/unusual-cases.md",
                "docs/fault-tests.md",
                "docs/remedies.md",
                "docs/replacement.md",
                "docs/replacement-tests.md",
                "docs/replace.md",
                "docs/replace-how.md",
                "docs/grow.md",
                "docs/clone.md",
                "docs/compare.md",
                "docs/plans.md",
                "docs/plans-reference.md",
                "SECURITY.md"
            })
    void whereAPageReliesOnATargetItSaysWhenThatRanLast(String page) throws IOException {
        String text = Files.readString(ROOT.resolve(page));
        Set<String> targets = TARGET.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        for (String target : targets) {
            Pattern row = Pattern.compile(
                    "\\| `make " + target + "[^`]*` \\| [^|]+ \\| `[0-9a-f]{7,12}` \\| \\d{4}-\\d\\d-\\d\\d \\|");
            assertThat(row.matcher(text).find())
                    .as(
                            "%s relies on make %s (expected: a row \"| `make %s …` | found | `commit` | day |\")",
                            page, target, target)
                    .isTrue();
        }
    }

    @Test
    void thePagesNameManyTests() throws IOException {
        for (String page : List.of("SECURITY.md", "docs/reliability.md", "docs/unusual-cases.md", "docs/remedies.md")) {
            assertThat(NAMED.matcher(Files.readString(ROOT.resolve(page))).results())
                    .as(page)
                    .hasSizeGreaterThan(20);
        }
    }

    /** By simple name. */
    private static Map<String, String> sources() {
        Map<String, String> sources = new HashMap<>();
        for (String module : MODULES) {
            Path tests = ROOT.resolve(module).resolve("src/test/java");
            try (Stream<Path> files = Files.walk(tests)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sources;
    }
}
