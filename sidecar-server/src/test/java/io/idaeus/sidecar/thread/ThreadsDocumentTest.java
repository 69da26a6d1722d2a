/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/threads.md names the threads that the sources start, and no others. */
class ThreadsDocumentTest {
    private static final Pattern MAKER = Pattern.compile(
            "new Thread\\(|new (DiskThreads|CodecThreads<>|SharedConnection<>)"
                    + "\\(|DaemonThreads\\s*\\.(named|numbered|start)\\(|(JobWorkers)\\s*\\.\\w+\\(|transport\\.eventLoops\\(");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    /** Their callers name the threads, so that no name stands there. */
    private static final Set<String> NAMED_BY_CALLERS =
            Set.of("CodecThreads", "DaemonThreads", "DiskThreads", "JobWorkers", "SharedConnection");

    @Test
    void eachThreadHasARowAndEachRowAThread() throws IOException {
        assertThat(documented()).isEqualTo(made());
    }

    private static Set<String> made() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path source : sources()) {
            String code = Files.readString(source);
            Matcher maker = MAKER.matcher(code);
            while (maker.find()) {
                String rest = code.substring(maker.end());
                Matcher text = TEXT.matcher(rest.substring(0, rest.indexOf(';')));
                boolean named = text.find() && !text.group(1).startsWith("-");
                String type = source.getFileName().toString().replace(".java", "");
                assertThat(named || NAMED_BY_CALLERS.contains(type))
                        .as("%s: a thread with a name, after: %s", source, maker.group())
                        .isTrue();
                if (named) {
                    names.addAll(names(maker.group(), text.group(1)));
                }
            }
        }
        return names;
    }

    private static List<String> names(String maker, String name) {
        if (maker.contains("SharedConnection")) {
            return List.of(name + "-connect", name + "-close");
        }
        return maker.contains("JobWorkers") ? List.of(name, name + "-aside") : List.of(withoutNumber(name + "*"));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> server = Files.walk(Path.of("src/main/java"));
                Stream<Path> client = Files.walk(Path.of("../sidecar-client/src/main/java"))) {
            return Stream.concat(server, client)
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
        }
    }

    private static Set<String> documented() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("../docs/threads.md"))) {
            String[] cells = line.split("\\|", -1);
            boolean ours = line.startsWith("| `")
                    && !cells[2].strip().equals("Micronaut")
                    && !cells[2].strip().equals("the CQL driver");
            if (ours) {
                NAME.matcher(cells[1]).results().forEach(name -> names.add(withoutNumber(name.group(1))));
            }
        }
        return names;
    }

    private static String withoutNumber(String name) {
        return name.replaceFirst("-?(\\*|<\\w+>|\\d+)$", "");
    }
}
