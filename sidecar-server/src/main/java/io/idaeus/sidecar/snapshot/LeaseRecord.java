/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import java.time.Duration;
import java.util.Objects;

/** A lease on disk, without its end. */
record LeaseRecord(String id, String tag, Duration ttl, boolean clearOnRelease) {
    LeaseRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(tag, "tag");
        Objects.requireNonNull(ttl, "ttl");
    }
}
