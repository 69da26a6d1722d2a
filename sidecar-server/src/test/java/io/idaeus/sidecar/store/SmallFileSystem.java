/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system in memory, which a test can fill and make read-only. Where none can be mounted the test is passed over. */
public final class SmallFileSystem implements AutoCloseable {
    private final Path directory;

    private SmallFileSystem(Path directory) {
        this.directory = directory;
    }

    /** Mounts it over the directory, which is made. */
    public static SmallFileSystem mount(Path directory, long bytes) throws Exception {
        Files.createDirectories(directory);
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", directory.toString()),
                "only root can mount a file system");
        return new SmallFileSystem(directory);
    }

    public Path directory() {
        return directory;
    }

    /** Leaves not one block. */
    public void fill() throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream filler = Files.newOutputStream(filler())) {
            while (true) {
                filler.write(block);
            }
        } catch (IOException full) {
            assertThat(Files.getFileStore(directory).getUsableSpace())
                    .as("%s", full)
                    .isZero();
        }
    }

    public void free() throws IOException {
        Files.delete(filler());
    }

    public void readOnly(boolean readOnly) throws Exception {
        assertThat(run("mount", "-o", "remount," + (readOnly ? "ro" : "rw"), directory.toString()))
                .isTrue();
    }

    private Path filler() {
        return directory.resolve("filler");
    }

    private static boolean run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @Override
    public void close() throws Exception {
        run("umount", "-l", directory.toString());
    }
}
