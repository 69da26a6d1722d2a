/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.durable.DurableFiles;
import io.idaeus.sidecar.fetch.FetchResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;

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
        DurableFiles.write(part, bytes);
        DurableFiles.rename(part, file);
        return new FetchResult.Fetched(bytes.length, 0);
    }
}
