/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.Java;
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
 * A class data sharing archive, which lets a process map classes instead of parsing them. The first start that finds no
 * archive and gets the lock records one. It stays below target for later runs with the same Java and jars. On any
 * failure, processes start without it.
 */
public final class ClassArchive {
    // The recording and the using JVM must agree on verification and agents. Not every Java knows each option.
    static final List<String> OPTIONS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-XX:+AllowArchivingWithJavaAgent",
            "-XX:ArchiveRelocationMode=0",
            "-Xlog:cds*=error");

    private final String name;
    private final Path file;

    /** @param jars the whole class path */
    public ClassArchive(Path directory, String name, List<Path> jars) {
        this.name = name;
        file = directory.resolve(name + "-" + key(jars) + ".jsa");
    }

    /** May not exist yet. */
    public Path file() {
        return file;
    }

    public Start start() {
        if (Files.exists(file)) {
            return new Start(existing(), null);
        }
        FileChannel lock = locked();
        return new Start(lock == null ? OPTIONS : with("-XX:+RecordDynamicDumpInfo"), lock);
    }

    List<String> existing() {
        return Files.exists(file) ? with("-XX:SharedArchiveFile=" + file) : OPTIONS;
    }

    /** A start without an archive. */
    public Start none() {
        return new Start(List.of(), null);
    }

    private static List<String> with(String option) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.add(option);
        return options;
    }

    /** Null while another start, in this or another JVM, is recording. */
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
                // Another start in this JVM holds the lock.
            }
            channel.close();
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock " + file, e);
        }
    }

    // Each build leaves an archive of its own jars.
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

    /** Closing it lets others record. */
    public final class Start implements AutoCloseable {
        private final List<String> options;
        private final @Nullable FileChannel lock;

        private Start(List<String> options, @Nullable FileChannel lock) {
            this.options = List.copyOf(options);
            this.lock = lock;
        }

        public List<String> options() {
            return options;
        }

        /** Records the archive from the process, if it was started to do so. */
        public void record(long pid) {
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
                System.err.println("no class data sharing archive, starts take longer: " + e);
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
