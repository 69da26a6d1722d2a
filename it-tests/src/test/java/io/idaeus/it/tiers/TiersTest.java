/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables beside Tiers.java agree with the tree. */
class TiersTest {
    private static final Path ROOT = Workspace.module().getParent();
    private static final String SERVER = "sidecar-server/src/main/java/io/idaeus/sidecar";

    @Test
    void everyFileHasARowOfTiersAndEachPackageOfTheServerItsOwn() throws IOException {
        Map<String, List<String>> rows = rows();
        assertThat(rows.values().stream().flatMap(List::stream).distinct())
                .isSubsetOf(Stream.concat(Stream.of(Tier.values()).map(Tier::tag), Stream.of("delivery"))
                        .toList());
        for (String path : rows.keySet()) {
            assertThat(ROOT.resolve(path)).as("a row of changes.md").exists();
        }
        List<String> missing = new ArrayList<>();
        for (String file : tracked()) {
            if (rows.keySet().stream().noneMatch(row -> begins(file, row))) {
                missing.add(file);
            }
        }
        try (Stream<Path> packages = Files.list(ROOT.resolve(SERVER))) {
            packages.filter(Files::isDirectory)
                    .map(directory -> SERVER + "/" + directory.getFileName())
                    .filter(name -> !rows.containsKey(name))
                    .forEach(missing::add);
        }
        assertThat(missing).as("without a row in changes.md").isEmpty();
    }

    @Test
    void theCommandRefusesWhatItDoesNotKnow() {
        CommandResult unknown = tiers("all", "nonsense");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.stderr()).contains("no tier is called \"nonsense\"", "core, versions, plans");
        assertThat(tiers("nonsense").stderr()).contains("usage: Tiers.java gate");
    }

    @Test
    void theDurationsAreReadable() throws IOException {
        Durations.read(Workspace.module().resolve("tiers").resolve("durations"));
    }

    private static CommandResult tiers(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                "env",
                "--chdir=" + ROOT,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "it-tests/tiers/Tiers.java"));
        words.addAll(List.of(arguments));
        return Command.of(words).run();
    }

    private static boolean begins(String file, String row) {
        return file.equals(row) || file.startsWith(row.endsWith("/") ? row : row + "/");
    }

    private static Map<String, List<String>> rows() throws IOException {
        Pattern row = Pattern.compile("\\| `([^`]+)` \\| (.*?) \\|");
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : Files.readAllLines(Workspace.module().resolve("tiers/changes.md"))) {
            Matcher matcher = row.matcher(line);
            if (matcher.matches()) {
                String tiers = matcher.group(2);
                rows.put(matcher.group(1), tiers.equals("–") ? List.of() : List.of(tiers.split(", ", -1)));
            }
        }
        assertThat(rows).hasSizeGreaterThan(50);
        return rows;
    }

    private static List<String> tracked() {
        return Command.of("git", "-C", ROOT.toString(), "ls-files")
                .run()
                .orThrow()
                .stdout()
                .lines()
                .toList();
    }
}
