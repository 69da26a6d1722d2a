/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.checksum.Crc32;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;

/** A component whose bytes are in the manifest. */
final class InlineComponent {
    private InlineComponent() {}

    /** Forces a part file to disk and renames it, as the fetcher does. */
    static void write(Path file, ManifestComponent component, String content) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(content);
        Crc32 found = Crc32.of(bytes);
        if (bytes.length != component.bytes() || !found.toString().equals(component.crc32())) {
            throw new IOException(component.name() + " in the manifest has " + bytes.length + " bytes and CRC32 "
                    + found + " (expected: " + component.bytes() + " and " + component.crc32() + ")");
        }
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (FileChannel channel = FileChannel.open(part, CREATE, TRUNCATE_EXISTING, WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(false);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), READ)) {
            directory.force(true);
        }
    }
}
