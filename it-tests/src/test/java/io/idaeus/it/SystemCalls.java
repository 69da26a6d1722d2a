/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The write, fsync, syncfs, rename and send calls of a running process, in order, recorded by strace. */
final class SystemCalls implements AutoCloseable {
    private static final Pattern ON_DESCRIPTOR =
            Pattern.compile("\\b(write|pwrite64|fsync|fdatasync|syncfs)\\(\\d+<([^>]*)>");
    private static final Pattern RENAME = Pattern.compile("\\brename(?:at2?)?\\(.*\"([^\"]*)\"");
    private static final Pattern ANSWER = Pattern.compile("\"(HTTP/1\\.1 \\d+)");

    private final Process strace;
    private final Path log;

    private SystemCalls(Process strace, Path log) {
        this.strace = strace;
        this.log = log;
    }

    /** Records from its return on. Skips the test without strace or the right to trace. */
    static SystemCalls of(long pid, Path log) throws IOException {
        Path messages = log.resolveSibling(log.getFileName() + ".err");
        Process strace = started(
                List.of(
                        "strace",
                        "-f",
                        "-y",
                        "-s",
                        "32",
                        "-o",
                        log.toString(),
                        "-e",
                        "trace=write,writev,pwrite64,sendto,sendmsg,fsync,fdatasync,syncfs,rename,renameat,renameat2",
                        "-p",
                        Long.toString(pid)),
                messages);
        SystemCalls calls = new SystemCalls(strace, log);
        Awaitility.await("strace at work").until(() -> contains(messages, "attached") || !strace.isAlive());
        assumeTrue(strace.isAlive(), "strace may not trace here: the order of the calls is not checked");
        return calls;
    }

    private static Process started(List<String> command, Path messages) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(messages.toFile())
                    .start();
        } catch (IOException absent) {
            assumeTrue(false, "strace is absent: the order of the calls is not checked");
            throw absent;
        }
    }

    /** Waits for a call with these words. */
    void awaitLine(String words) {
        Awaitility.await(words).atMost(Duration.ofSeconds(30)).until(() -> contains(log, words));
    }

    /** The calls that name one of these files, as call and file. */
    static List<String> read(Path log, List<String> wanted) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.flatMap(SystemCalls::call)
                    .filter(call -> wanted.stream().anyMatch(call::contains))
                    .toList();
        }
    }

    private static Stream<String> call(String line) {
        Matcher answer = ANSWER.matcher(line);
        if (answer.find()) {
            return Stream.of("answer " + answer.group(1));
        }
        Matcher rename = RENAME.matcher(line);
        if (rename.find()) {
            return Stream.of("rename " + rename.group(1));
        }
        Matcher descriptor = ON_DESCRIPTOR.matcher(line);
        return descriptor.find() ? Stream.of(descriptor.group(1) + " " + descriptor.group(2)) : Stream.empty();
    }

    private static boolean contains(Path file, String words) throws IOException {
        return Files.exists(file)
                && Files.readString(file, StandardCharsets.ISO_8859_1).contains(words);
    }

    @Override
    public void close() throws IOException {
        strace.destroy();
        try {
            if (!strace.waitFor(10, TimeUnit.SECONDS)) {
                strace.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            strace.destroyForcibly();
        }
    }
}
