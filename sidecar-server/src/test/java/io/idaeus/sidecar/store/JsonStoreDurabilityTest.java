/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system calls of the store, in order: the only proof of durability short of cutting the power. */
class JsonStoreDurabilityTest {
    record Word(String word) {}

    /** Runs under strace. */
    static final class Writes {
        public static void main(String[] args) {
            JsonStore<Word> store = JsonStore.open(Path.of(args[0]), Word.class);
            store.put("a", new Word("needle"));
            store.delete("a");
        }
    }

    @TempDir
    Path root;

    @Test
    void aRecordIsWrittenThenSyncedThenRenamedThenTheDirectoryIsSynced() throws Exception {
        Path directory = Files.createDirectory(root.resolve("state"));
        List<String> calls = trace(directory);

        assertThat(calls)
                .containsSubsequence(
                        "write state/a.json.tmp",
                        "fsync state/a.json.tmp",
                        "rename state/a.json",
                        "fsync state",
                        "unlink state/a.json",
                        "fsync state");
    }

    private List<String> trace(Path directory) throws IOException, InterruptedException {
        Path log = root.resolve("strace.log");
        Path output = root.resolve("output.log");
        assumeTrue(
                Stream.of("/usr/bin/strace", "/bin/strace").anyMatch(s -> Files.isExecutable(Path.of(s))), "no strace");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        "strace",
                        "-f",
                        "-y",
                        "-o",
                        log.toString(),
                        "-e",
                        "trace=write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat",
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writes.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor()).as(() -> read(output)).isZero();
        return Files.readAllLines(log).stream().flatMap(this::call).toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The call and the path it is about: an annotated descriptor, or the last quoted path. */
    private Stream<String> call(String line) {
        Matcher onDescriptor =
                Pattern.compile("\\b(write|fsync)\\(\\d+<" + root + "/([^>]*)>").matcher(line);
        Matcher onPath = Pattern.compile("\\b(rename|unlink)(?:at2?)?\\(.*\"" + root + "/([^\"]*)\"")
                .matcher(line);
        return Stream.of(onDescriptor, onPath).filter(Matcher::find).map(m -> m.group(1) + " " + m.group(2));
    }
}
