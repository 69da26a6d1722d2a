/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Class data sharing for processes that are started again and again: the classes that the first one loaded, which later
 * ones map instead of parsing them. Recorded by whichever start finds no archive and gets the lock, kept below target
 * for later runs with the same Java and jars. Whatever goes wrong, processes start without.
 */
final class ClassArchive {
    /**
     * For every JVM that uses or records an archive: the two must agree on what is verified and on agents. Not every
     * version of Java knows each.
     */
    static final List<String> OPTIONS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-XX:+AllowArchivingWithJavaAgent",
            "-XX:ArchiveRelocationMode=0",
            "-Xlog:cds*=error");

    private final String name;
    private final Path file;

    /** @param jars all that the class path consists of */
    ClassArchive(Path directory, String name, List<Path> jars) {
        this.name = name;
        file = directory.resolve(name + "-" + key(jars) + ".jsa");
    }

    /** The archive; it need not exist. */
    Path file() {
        return file;
    }

    /** For one start: how to begin it, and what to do once the process has loaded its classes. */
    Start start() {
        if (Files.exists(file)) {
            return new Start(existing(), null);
        }
        FileChannel lock = locked();
        return new Start(lock == null ? OPTIONS : with("-XX:+RecordDynamicDumpInfo"), lock);
    }

    /** Options for a process that records nothing. */
    List<String> existing() {
        return Files.exists(file) ? with("-XX:SharedArchiveFile=" + file) : OPTIONS;
    }

    /** For a start that is to be as if there were no archives. */
    Start none() {
        return new Start(List.of(), null);
    }

    private static List<String> with(String option) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.add(option);
        return options;
    }

    /** Null while another start, here or in another JVM, is recording. */
    private @Nullable FileChannel locked() {
        try {
            Files.createDirectories(file.getParent());
            FileChannel channel = FileChannel.open(
                    file.resolveSibling(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (channel.tryLock() != null) {
                    return channel;
                }
            } catch (OverlappingFileLockException e) {
                // Another start of this JVM.
            }
            channel.close();
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock " + file, e);
        }
    }

    /** Those of other jars, of which a build leaves one each time. */
    private void deleteOutdated() throws IOException {
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(file.getParent(), name + "-*.jsa")) {
            for (Path archive : archives) {
                if (!archive.equals(file)) {
                    Files.delete(archive);
                }
            }
        }
    }

    private static String key(List<Path> jars) {
        StringBuilder everything = new StringBuilder(Java.home()).append(System.getProperty("java.vm.version"));
        try {
            for (Path jar : jars) {
                everything.append(jar).append(Files.size(jar)).append(Files.getLastModifiedTime(jar));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return UUID.nameUUIDFromBytes(everything.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Closing it lets others record, if this one did not. */
    final class Start implements AutoCloseable {
        private final List<String> options;
        private final @Nullable FileChannel lock;

        private Start(List<String> options, @Nullable FileChannel lock) {
            this.options = List.copyOf(options);
            this.lock = lock;
        }

        List<String> options() {
            return options;
        }

        /** Makes the archive from a process that was started with our options, if it was started to that end. */
        void record(long pid) {
            if (lock == null) {
                return;
            }
            Path unfinished = file.resolveSibling(name + ".new");
            try {
                Files.deleteIfExists(unfinished);
                CommandResult jcmd = Command.of(
                                Java.tool("jcmd"), Long.toString(pid), "VM.cds", "dynamic_dump", unfinished.toString())
                        .run();
                if (!Files.exists(unfinished)) {
                    throw new IllegalStateException(jcmd.describe());
                }
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
                deleteOutdated();
            } catch (IOException | RuntimeException e) {
                System.err.println("no archive of classes, so starts take longer: " + e);
            }
        }

        @Override
        public void close() {
            if (lock != null) {
                try {
                    lock.close();
                } catch (IOException e) {
                    throw new UncheckedIOException("cannot unlock " + file, e);
                }
            }
        }
    }
}
