/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Publishes what the state directory holds as {@code idaeus_state_…}, as the last sample found it. */
public final class StateMetrics implements MeterBinder {
    private final Path directory;
    private @Nullable MultiGauge files;
    private @Nullable MultiGauge bytes;

    public StateMetrics(Path directory) {
        this.directory = directory;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        files = MultiGauge.builder("idaeus.state.files")
                .description("Files in each directory of stateDirectory")
                .register(registry);
        bytes = MultiGauge.builder("idaeus.state")
                .description("Bytes in each directory of stateDirectory")
                .baseUnit("bytes")
                .register(registry);
    }

    private static final class Count extends SimpleFileVisitor<Path> {
        private long files;
        private long bytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files++;
            bytes += attributes.size();
            return FileVisitResult.CONTINUE;
        }

        // It may be gone already.
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }

    /** Looks at every file below the state directory. */
    public void sample() {
        List<MultiGauge.Row<?>> numbers = new ArrayList<>();
        List<MultiGauge.Row<?>> sizes = new ArrayList<>();
        try (Stream<Path> kinds = Files.list(directory)) {
            for (Path kind : kinds.filter(Files::isDirectory).toList()) {
                Count count = new Count();
                Files.walkFileTree(kind, count);
                Tags labels = Tags.of("directory", String.valueOf(kind.getFileName()));
                numbers.add(MultiGauge.Row.of(labels, count.files));
                sizes.add(MultiGauge.Row.of(labels, count.bytes));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The state directory " + directory + " cannot be read", e);
        }
        Objects.requireNonNull(files, "not bound").register(numbers, true);
        Objects.requireNonNull(bytes, "not bound").register(sizes, true);
    }
}
