/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

/** Threads whose codecs cannot be made. */
public final class BrokenCodecs {
    private BrokenCodecs() {}

    public static CodecThreads<Compressor> compressing(Error problem) {
        return new CodecThreads<>("broken", () -> {
            throw problem;
        });
    }

    public static CodecThreads<Decompressor> decompressing(Error problem) {
        return new CodecThreads<>("broken", () -> {
            throw problem;
        });
    }
}
