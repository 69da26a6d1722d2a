/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of one process, through a preloaded library that is compiled here. The monotonic clock stays true;
 * with libfaketime, timed waits in a JVM would return at once.
 */
final class MovableClock {
    private final Path offset;

    private MovableClock(Path offset) {
        this.offset = offset;
    }

    /** A clock that is right at first. */
    static MovableClock at(Path offset) {
        MovableClock clock = new MovableClock(offset);
        clock.move(0);
        return clock;
    }

    /** The library to preload; null where it cannot be compiled. */
    static @Nullable Path compile(Path directory) {
        Path source = directory.resolve("clock.c");
        Path library = directory.resolve("libclock.so");
        try (InputStream text = Objects.requireNonNull(MovableClock.class.getResourceAsStream("clock.c"))) {
            Files.write(source, text.readAllBytes());
            boolean compiled =
                    Command.of("gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                                    .run()
                                    .exitCode()
                            == 0;
            return compiled ? library : null;
        } catch (UncheckedIOException noCompiler) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Offsets the clock from the true time. */
    void move(long seconds) {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        number.putLong(seconds).flip();
        try (FileChannel file = FileChannel.open(offset, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(number, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SidecarProcess.Builder addTo(SidecarProcess.Builder sidecar, @Nullable Path library) {
        return library == null
                ? sidecar
                : sidecar.environment("LD_PRELOAD", library.toString()).environment("IDAEUS_CLOCK", offset.toString());
    }
}
