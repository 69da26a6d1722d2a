/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.wire.EntityTag;
import java.nio.file.Path;

/**
 * A file as the manifest describes it.
 *
 * @param path a real path, its directories resolved; opened without following a link
 * @param size bytes; a file of another size is not served
 * @param crc32 of the whole file
 */
public record ServedFile(Path path, long size, Crc32 crc32) {

    /** The strong entity tag. */
    public EntityTag etag() {
        return new EntityTag(crc32, size);
    }
}
