/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Writes the Data.db of a slice, its Digest.crc32, and what tells where chunks are or what their checksums are. */
abstract class DataWriter implements AutoCloseable {
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

    private final Path digest;
    final OutFile data;

    DataWriter(Path directory, String prefix) throws IOException {
        digest = directory.resolve(prefix + "Digest.crc32");
        data = OutFile.create(directory.resolve(prefix + "Data.db"));
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
        data.force();
        try (OutFile file = OutFile.create(digest)) {
            file.write(String.valueOf(data.crc()).getBytes(StandardCharsets.US_ASCII));
            file.force();
        }
    }

    /** Names of the components that it writes. */
    abstract List<String> components();

    /** Compressed over uncompressed bytes; -1 where nothing is compressed. */
    abstract double ratio();

    @Override
    public void close() throws IOException {
        data.close();
    }
}
