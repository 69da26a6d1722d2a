/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.Set;

/** A component whose bytes are in the manifest. */
final class InlineComponent {
    private InlineComponent() {}

    /**
     * Forces a part file to disk and renames it, as the fetcher does. Writes nothing where the bytes do not match the
     * manifest.
     *
     * @throws IOException where this node's disk fails
     */
    static FetchResult write(Path file, ManifestComponent component, String content) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(content);
        Crc32 found = Crc32.of(bytes);
        Crc32 expected = Crc32.parse(component.crc32());
        if (bytes.length != component.bytes() || !found.equals(expected)) {
            return new FetchResult.Mismatch(found, expected, 0, FetchResult.Fault.MANIFEST);
        }
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (FileChannel channel = FileModes.open(part, Set.of(CREATE, TRUNCATE_EXISTING, WRITE))) {
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
        return new FetchResult.Fetched(bytes.length, 0);
    }
}
