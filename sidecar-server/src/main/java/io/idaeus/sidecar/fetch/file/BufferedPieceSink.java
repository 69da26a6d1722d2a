/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** Writes a piece through the page cache, on its event loop. */
final class BufferedPieceSink implements PieceSink {
    private final RangeWriter writer;

    BufferedPieceSink(RangeWriter writer) {
        this.writer = writer;
    }

    @Override
    public long first() {
        return writer.range().first();
    }

    @Override
    public long position() {
        return writer.position();
    }

    @Override
    public long end() {
        return writer.range().end();
    }

    @Override
    public void append(ByteBuf bytes) throws IOException {
        writer.append(bytes);
    }

    @Override
    public void restart() {
        throw new IllegalStateException("a piece is requested as a range, and a range never restarts");
    }

    @Override
    public int crc32() {
        return writer.crc32();
    }

    @Override
    public long reported() {
        return writer.position() - writer.range().first();
    }

    @Override
    public void close() {}
}
