/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import static java.util.Objects.requireNonNull;

import io.idaeus.api.limits.LimitSettings;
import java.time.Instant;

/** The limits set over the API, as stored on disk. */
record LimitsRecord(LimitSettings settings, Instant setAt) {
    LimitsRecord {
        requireNonNull(settings, "settings");
        requireNonNull(setAt, "setAt");
    }
}
