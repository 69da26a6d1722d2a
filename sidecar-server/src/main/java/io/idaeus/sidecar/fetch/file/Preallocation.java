/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Extends a part file to its final length. */
interface Preallocation {

    // Leaves a hole; blocks are allocated as bytes are written.
    Preallocation SPARSE = (part, channel, size) -> channel.write(ByteBuffer.allocate(1), size - 1);

    void extend(Path part, FileChannel channel, long size) throws IOException;
}
