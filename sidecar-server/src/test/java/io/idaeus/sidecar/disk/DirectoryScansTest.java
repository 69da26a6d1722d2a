/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectoryScansTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private final DirectoryScans scans = new DirectoryScans(LIMIT, 2, nanos::get);

    @Test
    void aScanMayTakeAsLongAsItGetsOn() throws IOException {
        int files = scans.run(List.of(directory), () -> {
            int count = 0;
            for (; count < 10; count++) {
                nanos.addAndGet(LIMIT.toNanos() - 1);
                DirectoryScans.at(directory.resolve("file-" + count));
            }
            return count;
        });

        assertThat(files).isEqualTo(10);
    }

    /** A system call that nothing ends: an interrupt does not. */
    @Test
    void aStepThatHangsEndsInAnErrorThatNamesItsPlace() throws Exception {
        Path pipe = NamedPipe.create(directory.resolve("pipe"));

        hangs(directory, pipe);
        // No second thread waits at the same place.
        assertThatThrownBy(() -> scans.run(List.of(directory), () -> "not reached"))
                .isInstanceOf(StalledScanException.class)
                .hasMessageContaining(pipe.toString());
        assertThat(scans.run(List.of(directory.resolve("other")), () -> "elsewhere"))
                .isEqualTo("elsewhere");

        answer(pipe);
        ends(directory);
    }

    @Test
    void noScanBeginsWhileTooManyHang() throws Exception {
        Path one = NamedPipe.create(directory.resolve("one"));
        Path two = NamedPipe.create(directory.resolve("two"));
        hangs(one, one);
        hangs(two, two);

        assertThatThrownBy(() -> scans.run(List.of(directory), () -> "not reached"))
                .isInstanceOf(StalledScanException.class)
                .hasMessage(directory + "/" + (message().contains("one") ? "one" : "two")
                        + ": no answer within 30 s: its disk or its network mount hangs, and a thread waits for it");

        answer(one);
        answer(two);
        ends(directory);
    }

    private String message() {
        try {
            return scans.run(List.of(directory), () -> "");
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void whatTheScanThrowsArrives() {
        assertThatThrownBy(() -> scans.run(List.of(directory), () -> {
                    throw new NoSuchFileException("f");
                }))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> scans.run(List.of(directory), () -> {
                    throw new IllegalStateException("state");
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aScanWithinAScanIsPartOfIt() throws IOException {
        Thread inner =
                scans.run(List.of(directory), () -> scans.run(List.of(directory.resolve("a")), Thread::currentThread));

        assertThat(inner.getName()).isEqualTo("directory-scan-1");
    }

    private void hangs(Path key, Path pipe) {
        assertThatThrownBy(() -> scans.run(List.of(key), () -> {
                    DirectoryScans.at(pipe);
                    nanos.addAndGet(LIMIT.toNanos());
                    return FileChannel.open(pipe, StandardOpenOption.READ);
                }))
                .isInstanceOf(StalledScanException.class)
                .hasMessageContaining(pipe.toString());
    }

    private static void answer(Path pipe) throws IOException {
        FileChannel.open(pipe, StandardOpenOption.WRITE).close();
    }

    /** Once the thread that was left behind has ended, scans begin again. */
    private void ends(Path key) throws IOException {
        while (true) {
            try {
                assertThat(scans.run(List.of(key), () -> "scanned")).isEqualTo("scanned");
                return;
            } catch (StalledScanException e) {
                Thread.onSpinWait();
            }
        }
    }
}
