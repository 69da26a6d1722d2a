/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Kills child processes when this JVM ends. A shutdown hook covers an orderly end. For a killed JVM, a shell notices
 * that its standard input closes and kills the registered pids.
 */
public final class Guard {
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            pids=' '
            while read -r op pid; do
              case $op in
                +) pids="$pids$pid " ;;
                -) pids=$(printf %s "$pids" | sed "s/ $pid / /") ;;
              esac
            done
            [ "$pids" = ' ' ] || kill -9 $pids 2>/dev/null
            """;

    private static final Set<ProcessHandle> CHILDREN = ConcurrentHashMap.newKeySet();
    private static @Nullable BufferedWriter shell;

    private Guard() {}

    /** Kills the child when this JVM ends. */
    public static void watch(Process child) {
        watch(child.toHandle());
    }

    /** As {@link #watch(Process)}, for one that another process has started. */
    public static synchronized void watch(ProcessHandle child) {
        CHILDREN.add(child);
        tell("+ " + child.pid());
        var unused = child.onExit().thenAccept(Guard::forget);
    }

    /** The children that run in a directory at or below this one. */
    public static List<ProcessHandle> childrenBelow(Path directory) {
        return CHILDREN.stream()
                .filter(ProcessHandle::isAlive)
                .filter(child -> runsBelow(directory, child))
                .toList();
    }

    private static boolean runsBelow(Path directory, ProcessHandle child) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + child.pid() + "/cwd"))
                    .startsWith(directory);
        } catch (IOException e) {
            return false;
        }
    }

    private static synchronized void forget(ProcessHandle child) {
        if (CHILDREN.remove(child)) {
            tell("- " + child.pid());
        }
    }

    private static void tell(String line) {
        try {
            if (shell == null) {
                shell = started();
            }
            shell.write(line);
            shell.newLine();
            shell.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the guard shell has ended", e);
        }
    }

    private static BufferedWriter started() throws IOException {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> CHILDREN.forEach(ProcessHandle::destroyForcibly), "stop-children"));
        Process sh = new ProcessBuilder("sh", "-c", SCRIPT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new BufferedWriter(new OutputStreamWriter(sh.getOutputStream(), StandardCharsets.US_ASCII));
    }
}
