/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

/** Who computed a component's checksum, and when. */
public enum ChecksumOrigin {
    /** Cassandra, when it wrote the file. */
    CASSANDRA,
    /** The source's sidecar, when it built the manifest. Corruption from before then is not detected. */
    SIDECAR
}
