/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lease on disk, without its end.
 *
 * @param holder who asked for it; null without authentication
 */
record LeaseRecord(
        String id,
        String tag,
        Duration ttl,
        boolean clearOnRelease,
        @Nullable String holder) {
    LeaseRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(tag, "tag");
        Objects.requireNonNull(ttl, "ttl");
    }
}
