/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.disk.NotRegularFileException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SmallReadsTest {
    private static final byte[] CONTENT = {1, 2, 3, 4, 5};

    @TempDir
    Path directory;

    private final ByteBuf to = Unpooled.directBuffer(16, 16);
    private SmallReads reads;

    @BeforeEach
    void find() {
        SmallReads found = SmallReads.find();
        assumeTrue(found != null, "this system has no calls for small files");
        reads = found;
        to.writeByte(9);
    }

    @AfterEach
    void release() {
        to.release();
        assertThat(OpenFiles.below(directory)).isEmpty();
    }

    @Test
    void bytesAreAppended() throws IOException {
        ServedFile file = served(Files.write(directory.resolve("f"), CONTENT));

        reads.read(file, 0, 5, to);
        reads.read(file, 3, 2, to);
        reads.read(file, 5, 0, to);

        assertThat(ByteBufUtil.getBytes(to)).containsExactly(9, 1, 2, 3, 4, 5, 4, 5);
    }

    @Test
    void whatIsNotTheFileOfTheManifestIsNotRead() throws Exception {
        Path file = Files.write(directory.resolve("f"), CONTENT);
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        Path longer = Files.write(directory.resolve("longer"), new byte[6]);
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor(60, TimeUnit.SECONDS))
                .isTrue();

        assertThatThrownBy(() -> reads.read(served(directory.resolve("none")), 0, 5, to))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none");
        assertThatThrownBy(() -> reads.read(served(link), 0, 5, to)).isInstanceOf(NotRegularFileException.class);
        assertThatThrownBy(() -> reads.read(served(longer), 0, 5, to))
                .isInstanceOf(OpenFile.ChangedFileException.class)
                .hasMessageContaining("6 bytes (expected from the manifest: 5)");
        assertThatThrownBy(() -> reads.read(served(pipe), 0, 5, to)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> reads.read(served(directory), 0, 5, to)).isInstanceOf(IOException.class);
        assertThat(to.readableBytes()).as("nothing was appended").isEqualTo(1);
    }

    @Test
    void aRangeBeyondTheEndIsSaid() throws IOException {
        ServedFile file = served(Files.write(directory.resolve("f"), CONTENT));

        assertThatThrownBy(() -> reads.read(file, 3, 4, to))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("it ends at byte 5 (expected: 5)");
    }

    @Test
    void aNameOutsideAsciiIsLeftToTheJdk() {
        assertThat(SmallReads.canName(served(Path.of("/a/b")))).isTrue();
        assertThat(SmallReads.canName(served(Path.of("/\u00e4/b")))).isFalse();
    }

    private static ServedFile served(Path file) {
        return new ServedFile(file, CONTENT.length, new Crc32(0));
    }
}
