/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Makes a part file as long as its file will be. */
interface Preallocation {

    /** Leaves a hole: blocks are found when bytes come. */
    Preallocation SPARSE = (part, channel, size) -> channel.write(ByteBuffer.allocate(1), size - 1);

    void extend(Path part, FileChannel channel, long size) throws IOException;
}
