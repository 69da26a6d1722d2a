/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes the Data.db of a slice, its Digest.crc32, and what tells where chunks are or what their checksums are. */
public abstract class DataWriter {
    /** Chunks as they are stored, one after the other. */
    public static final class Encoded {
        public final byte[] bytes;
        public final int length;
        /** The other component's value for each chunk: where it begins here, or its checksum. */
        public final int[] chunks;

        /** @param length bytes of them in the array */
        public Encoded(byte[] bytes, int length, int[] chunks) {
            this.bytes = bytes;
            this.length = length;
            this.chunks = chunks;
        }
    }

    private final SliceFiles files;
    public final OutFile data;

    public DataWriter(SliceFiles files) throws IOException {
        this.files = files;
        data = files.create("Data.db");
    }

    /**
     * Thread-safe.
     *
     * @param length a whole number of chunks, but for the last call
     */
    public abstract Encoded encode(byte[] plain, int length) throws IOException;

    /** In the order of the file. */
    public abstract void append(Encoded encoded) throws IOException;

    /** Makes all files durable. */
    public void finish() throws IOException {
        data.finish();
        OutFile digest = files.create("Digest.crc32");
        digest.write(Integer.toUnsignedString(data.crc32().value()).getBytes(StandardCharsets.US_ASCII));
        digest.finish();
    }

    /** Compressed over uncompressed bytes; -1 where nothing is compressed. */
    public abstract double ratio();
}
