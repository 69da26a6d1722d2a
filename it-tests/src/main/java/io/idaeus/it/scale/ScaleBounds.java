/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

/** ScaleBounds of a sidecar's resources, the same for every scenario. */
final class ScaleBounds {
    // Connections, files and jars; 256 small files for each of four connections, and as many being forced.
    static final int DESCRIPTORS = 400 + 2 * 4 * 256;

    // The JVM's limit: a sidecar that needs more dies.
    static final int HEAP_MIB = 128;

    static final int DIRECT_MIB = 128;
    static final int RESIDENT_MIB = 512;

    // Beyond the start of a sidecar without transfers.
    static final double READY_SECONDS = 3;

    private ScaleBounds() {}
}
