/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** Where the proof of a component's bytes begins. */
public enum ChecksumOrigin {
    /** Cassandra computed it when it wrote the file. */
    CASSANDRA,
    /** The source computed it when it made the manifest: rot from before is certified faithfully. */
    SIDECAR
}
