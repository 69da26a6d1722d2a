/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import io.idaeus.sidecar.checksum.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Digests rows: the first 128 bits of SHA-256 over the key and the cells, each with its length before it. Not thread-safe.
 */
public final class RowDigester {
    private static final int NULL = -1;
    private static final int GATHERED = 4096;
    private static final byte STATIC = 0;
    private static final byte ORDINARY = 1;

    private final MessageDigest sha256 = Sha256.digest();
    // One update of the digest for many small values.
    private final ByteBuffer gathered = ByteBuffer.allocate(GATHERED);

    public DigestSum of(ReadRow row) {
        updateKey(row.key());
        update(row.cells());
        return digested();
    }

    /** Which of so many buckets a row is in. */
    public int bucket(RowId key, int buckets) {
        if (buckets == 1) {
            return 0;
        }
        updateKey(key);
        return (int) Long.remainderUnsigned(digested().low(), buckets);
    }

    /** The digest of one cell. */
    public DigestSum of(List<@Nullable ByteBuffer> cell) {
        update(cell);
        return digested();
    }

    private void updateKey(RowId key) {
        List<ByteBuffer> clustering = key.clustering();
        update(key.partition());
        room(1).put(clustering == null ? STATIC : ORDINARY);
        update(clustering == null ? List.of() : clustering);
    }

    private DigestSum digested() {
        flush();
        ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
        return new DigestSum(digest.getLong(), digest.getLong());
    }

    private void update(List<? extends @Nullable ByteBuffer> values) {
        room(Integer.BYTES).putInt(values.size());
        for (ByteBuffer value : values) {
            room(Integer.BYTES).putInt(value == null ? NULL : value.remaining());
            if (value != null) {
                update(value.duplicate());
            }
        }
    }

    private void update(ByteBuffer value) {
        if (value.remaining() > GATHERED) {
            flush();
            sha256.update(value);
        } else {
            room(value.remaining()).put(value);
        }
    }

    private ByteBuffer room(int bytes) {
        if (gathered.remaining() < bytes) {
            flush();
        }
        return gathered;
    }

    private void flush() {
        sha256.update(gathered.flip());
        gathered.clear();
    }
}
