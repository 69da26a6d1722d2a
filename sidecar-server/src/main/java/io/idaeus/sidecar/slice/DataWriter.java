/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes the Data.db of a slice, its Digest.crc32, and what tells where chunks are or what their checksums are. */
abstract class DataWriter {
    /** Chunks as they are stored, one after the other. */
    static final class Encoded {
        final byte[] bytes;
        final int length;
        /** What the other component has of each chunk: where it begins here, or its checksum. */
        final int[] chunks;

        /** @param length bytes of them in the array */
        Encoded(byte[] bytes, int length, int[] chunks) {
            this.bytes = bytes;
            this.length = length;
            this.chunks = chunks;
        }
    }

    private final SliceFiles files;
    final OutFile data;

    DataWriter(SliceFiles files) throws IOException {
        this.files = files;
        data = files.create("Data.db");
    }

    /**
     * Thread-safe.
     *
     * @param length a whole number of chunks, but for the last call
     */
    abstract Encoded encode(byte[] plain, int length) throws IOException;

    /** In the order of the file. */
    abstract void append(Encoded encoded) throws IOException;

    /** Makes all files durable. */
    void finish() throws IOException {
        data.finish();
        OutFile digest = files.create("Digest.crc32");
        digest.write(Integer.toUnsignedString(data.crc32().value()).getBytes(StandardCharsets.US_ASCII));
        digest.finish();
    }

    /** Compressed over uncompressed bytes; -1 where nothing is compressed. */
    abstract double ratio();
}
