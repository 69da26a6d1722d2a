/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Counts the system calls of a server in a process of its own. An embedded channel never does sendfile, and a wrapper or
 * a traffic-shaping handler turns it off without a word; only the kernel knows.
 */
@Timeout(120)
class SendfileTest {
    private static final long SIZE = 192L << 20;
    private static final Pattern CALL =
            Pattern.compile("^\\d+\\s+(?:<\\.\\.\\. )?(\\w+)(?: resumed>|\\().*= (\\d+)(?: .*)?$");

    @TempDir
    Path directory;

    /** By itself, and among others in one response. */
    private enum Asked {
        ALONE,
        BUNDLED
    }

    @ParameterizedTest
    @EnumSource
    void theBytesOfAFileAreSentBySendfile(Asked asked) throws Exception {
        transfer(asked, 0);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("timing")
    void soAreThoseThatWaitForARate(Asked asked) throws Exception {
        // Far below what the machine can do, so that segments wait.
        long bytesPerSecond = 100L << 20;
        long began = System.nanoTime();

        transfer(asked, bytesPerSecond);

        // The throttle does not wait after the last segment.
        assertThat((System.nanoTime() - began) / 1e9).isGreaterThan((SIZE - 2.0 * (1 << 20)) / bytesPerSecond);
    }

    private void transfer(Asked asked, long bytesPerSecond) throws Exception {
        assumeTrue(traces(), "strace is absent, or may not trace here: whether sendfile is used is not checked");
        Path trace = directory.resolve("trace");
        ServedFile file = new SnapshotFiles(directory).addSparse("Data.db", SIZE, 0);
        String request = asked == Asked.ALONE
                ? RawClient.get(SnapshotFiles.path("Data.db").target())
                : BundleTest.post(BundleTest.line("Data.db", file, 0));

        fetchFrom(tracedServer(trace, bytesPerSecond), request);

        long sendfile = 0;
        long copied = 0;
        for (String line : Files.readAllLines(trace, StandardCharsets.ISO_8859_1)) {
            Matcher call = CALL.matcher(line);
            if (call.matches()) {
                long bytes = Long.parseLong(call.group(2));
                if (call.group(1).startsWith("sendfile")) {
                    sendfile += bytes;
                } else {
                    copied += bytes;
                }
            }
        }
        assertThat(sendfile).as("bytes through sendfile").isEqualTo(SIZE);
        // Some there are: the JVM reads its jars, and Netty unpacks its native library.
        assertThat(copied).as("bytes through write, send and pread").isLessThan(SIZE / 16);
    }

    private Process tracedServer(Path trace, long bytesPerSecond) throws IOException {
        List<String> strace = List.of(
                "strace",
                "-f",
                "-qq",
                "-s",
                "0",
                "-o",
                trace.toString(),
                "-e",
                "trace=sendfile,splice,write,writev,sendto,sendmsg,sendmmsg,pread64,preadv");
        return ServeProcess.start(strace, directory, bytesPerSecond, Long.toString(SIZE));
    }

    private static void fetchFrom(Process server, String request) throws Exception {
        try {
            try (RawClient client = new RawClient(ServeProcess.address(server))) {
                assertThat(client.send(request).head().status()).isEqualTo(200);
                assertThat(skip(client.input(), SIZE)).isEqualTo(SIZE);
            }
            server.getOutputStream().close();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
    }

    private static long skip(InputStream input, long count) throws IOException {
        byte[] buffer = new byte[1 << 20];
        long total = 0;
        while (total < count) {
            int read = input.read(buffer, 0, (int) Math.min(buffer.length, count - total));
            if (read < 0) {
                return total;
            }
            total += read;
        }
        return total;
    }

    private static boolean traces() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-f", "-qq", "-e", "trace=none", "true")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}
