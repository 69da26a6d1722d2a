/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.wire.EntityTag;
import java.nio.file.Path;

/**
 * A file as its manifest describes it.
 *
 * @param path a real path
 * @param size bytes
 * @param crc32 of the whole file
 */
public record ServedFile(Path path, long size, Crc32 crc32) {

    public EntityTag etag() {
        return new EntityTag(crc32, size);
    }
}
