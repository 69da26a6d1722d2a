/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.disk.RegularFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.DataKeys;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads keys of partitions from a Data.db of this host. Not thread-safe. */
public final class KeysInData implements DataKeys, AutoCloseable {
    private static final int LENGTH = 2;

    private final SourceData data;
    private final FileChannel file;
    private final SourceData.Reader reader;
    // The chunk that was read last.
    private @Nullable StoredChunk chunk;
    private byte[] plain = {};

    public KeysInData(SourceData data, Path path) throws IOException {
        this.data = data;
        file = RegularFile.open(path);
        reader = data.reader(new StoredBytes(file, new ByteRanges(List.of(new ByteRange(0, file.size())))));
    }

    @Override
    public byte[] at(long position) throws SstableException {
        try {
            byte[] length = read(position, LENGTH);
            return read(position + LENGTH, ((length[0] & 0xff) << 8) | (length[1] & 0xff));
        } catch (IOException | SliceException e) {
            throw SstableException.corrupt("Data.db: no key at " + position + ": " + e.getMessage(), e);
        }
    }

    private byte[] read(long position, int length) throws IOException, SliceException, SstableException {
        byte[] bytes = new byte[length];
        for (int done = 0; done < length; ) {
            long at = position + done;
            if (at < 0 || at >= data.dataLength()) {
                throw new SliceException("it ends at " + data.dataLength());
            }
            StoredChunk here = load(at / data.chunkLength());
            int from = (int) (at % data.chunkLength());
            int some = Math.min(length - done, here.length() - from);
            System.arraycopy(plain, from, bytes, done, some);
            done += some;
        }
        return bytes;
    }

    private StoredChunk load(long index) throws IOException, SliceException, SstableException {
        StoredChunk known = chunk;
        if (known != null && known.index() == index) {
            return known;
        }
        // Where reading fails, the bytes are of no chunk.
        chunk = null;
        StoredChunk next = data.chunk(index);
        plain = reader.read(next);
        chunk = next;
        return next;
    }

    @Override
    public int chunkLength() {
        return data.chunkLength();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
