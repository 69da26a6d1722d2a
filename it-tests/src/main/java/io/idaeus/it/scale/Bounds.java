/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

/** What a sidecar may take, however many SSTables there are and however large: the same for every scenario. */
final class Bounds {
    /** Connections, files and jars; and 256 small files for each of four connections, and as many that are being forced. */
    static final int DESCRIPTORS = 400 + 2 * 4 * 256;

    /** The heap that it is given; what does not fit ends it. */
    static final int HEAP_MIB = 128;

    static final int DIRECT_MIB = 128;
    static final int RESIDENT_MIB = 512;

    /** Until it is ready, beyond what a sidecar with nothing on record takes. */
    static final double READY_SECONDS = 3;

    private Bounds() {}
}
