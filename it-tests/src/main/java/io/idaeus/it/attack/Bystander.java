/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Watches a sidecar that is attacked: that it lives, answers, keeps within its memory, and writes where it may. */
final class Bystander implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 250;

    // The heap and the buffers may take 256 MiB each.
    private static final long MOST_MEMORY = 800L << 20;
    private static final long MOST_LOG = 4L << 20;

    private final SidecarProcess sidecar;
    private final SidecarClient client;
    private final Tally tally;
    private final Supplier<String> attack;
    private final Set<String> beside;
    private final Thread thread;
    private volatile boolean over;
    private long log;
    private boolean greedy;

    /** @param attack what is tried at the moment */
    Bystander(SidecarProcess sidecar, SidecarClient client, Tally tally, Supplier<String> attack) {
        this.sidecar = sidecar;
        this.client = client;
        this.tally = tally;
        this.attack = attack;
        this.beside = beside();
        this.log = length();
        this.thread = new Thread(this::watch, "bystander of " + sidecar.name());
        thread.setDaemon(true);
        thread.start();
    }

    /** Also looks for files with the mark of attackers, wherever they may have been led. */
    void checkFiles() {
        Set<String> now = beside();
        now.removeAll(beside);
        if (!now.isEmpty()) {
            tally.breaks("files beside the sidecar's: " + now);
        }
        for (Path root : List.of(sidecar.directory().getParent(), Path.of("/tmp"), Path.of("/"), Path.of("/etc"))) {
            try {
                List<Path> marked = marked(root, root.equals(sidecar.directory().getParent()) ? 20 : 1);
                if (!marked.isEmpty()) {
                    tally.breaks("written by an attacker: " + marked);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        while (!over) {
            try {
                look();
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        String during = attack.get();
        if (!sidecar.isAlive()) {
            tally.breaks("the sidecar ended during " + during);
            over = true;
            return;
        }
        long began = System.nanoTime();
        try {
            client.transfers(null, null);
        } catch (SidecarCallException e) {
            tally.breaks("GET /v1/transfers failed during " + during + ": " + e.getMessage());
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        if (took.compareTo(SOON) > 0) {
            tally.heldUp("GET /v1/transfers took " + took + " during " + during);
        }
        long peak = sidecar.figures().peakResidentBytes();
        if (peak > MOST_MEMORY && !greedy) {
            greedy = true;
            tally.breaks("the sidecar took " + (peak >> 20) + " MiB during " + during);
        }
        long length = length();
        if (length - log > MOST_LOG) {
            tally.breaks("the log grew by " + ((length - log) >> 20) + " MiB during " + during);
        }
        log = length;
    }

    private long length() {
        return sidecar.log().toFile().length();
    }

    // But for what it is to write.
    private Set<String> beside() {
        Set<Path> own = Set.of(
                sidecar.stagingRoot(), sidecar.stateDirectory(), sidecar.log().getParent());
        try (Stream<Path> inside = Files.list(sidecar.directory());
                Stream<Path> above = Files.list(sidecar.directory().getParent())) {
            return Stream.concat(inside, above)
                    .filter(path -> !own.contains(path))
                    .map(Path::toString)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> marked(Path root, int depth) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, Set.of(), depth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.getFileName() != null && file.getFileName().toString().contains(FalseDocuments.MARK)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
