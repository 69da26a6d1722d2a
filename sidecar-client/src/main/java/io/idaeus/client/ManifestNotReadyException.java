/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.snapshot.Manifest;
import java.time.Duration;

/** The sidecar was still computing a manifest when the wait for it ended. Try again later. */
public final class ManifestNotReadyException extends SidecarCallException {

    private final transient Manifest manifest;

    ManifestNotReadyException(Manifest manifest, Duration waited) {
        super(
                "The manifest of %s.%s in snapshot %s is not ready after %d s: %d of %d bytes are checksummed; wait longer"
                        .formatted(
                                manifest.keyspace(),
                                manifest.table(),
                                manifest.tag(),
                                waited.toSeconds(),
                                manifest.bytesHashed(),
                                manifest.bytesToHash()));
        this.manifest = manifest;
    }

    /** The last response, in state {@code BUILDING}. */
    public Manifest manifest() {
        return manifest;
    }
}
