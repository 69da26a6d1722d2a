/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Memory and descriptors of a running Java process, from {@code /proc} and jcmd. */
public record ProcessFigures(long pid) {
    private static final long KIBIBYTE = 1024;
    private static final Pattern HEAP = Pattern.compile("(?:generation|heap)\\s+total \\d+K, used (\\d+)K");
    private static final Pattern OTHER = Pattern.compile("Other \\(reserved=\\d+KB, committed=(\\d+)KB\\)");

    public int descriptors() {
        try (Stream<Path> open = Files.list(proc("fd"))) {
            return (int) open.count();
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** The process's limit. */
    public long descriptorsAllowed() {
        return number("limits", Pattern.compile("Max open files\\s+(\\d+)"));
    }

    public int threads() {
        return (int) number("status", Pattern.compile("Threads:\\s+(\\d+)"));
    }

    /** Bytes, since the process started. */
    public long peakResidentBytes() {
        return KIBIBYTE * number("status", Pattern.compile("VmHWM:\\s+(\\d+) kB"));
    }

    /** Bytes in use after a full collection. */
    public long heapAfterCollection() {
        jcmd("GC.run");
        // A second collection frees what cleaners and references released.
        jcmd("GC.run");
        String generations = jcmd("GC.heap_info");
        long used = HEAP.matcher(generations)
                .results()
                .mapToLong(generation -> Long.parseLong(generation.group(1)))
                .sum();
        if (used == 0) {
            throw new IllegalStateException("heap usage not found in: " + generations);
        }
        return KIBIBYTE * used;
    }

    /** Bytes of buffers outside the heap. Needs {@code -XX:NativeMemoryTracking=summary}. */
    public long directBytes() {
        return KIBIBYTE * first(OTHER, jcmd("VM.native_memory", "summary"));
    }

    private String jcmd(String... command) {
        String[] words = new String[command.length + 2];
        words[0] = Java.tool("jcmd");
        words[1] = Long.toString(pid);
        System.arraycopy(command, 0, words, 2, command.length);
        return Command.of(words).run().orThrow().stdout();
    }

    private long number(String file, Pattern pattern) {
        try {
            return first(pattern, Files.readString(proc(file)));
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private static long first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("not found: \"" + pattern + "\" in: " + text);
        }
        return Long.parseLong(found.group(1));
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(pid), file);
    }

    private UncheckedIOException gone(IOException e) {
        return new UncheckedIOException("process " + pid + " has ended, or this is not Linux", e);
    }
}
