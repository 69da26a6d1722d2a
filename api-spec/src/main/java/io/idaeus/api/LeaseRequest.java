/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Asks that a snapshot be kept; repeating it renews.
 *
 * @param tag the snapshot
 * @param ttl how long from now, for instance {@code 6h}; the sidecar's default where null
 * @param clearOnRelease whether the snapshot goes when its last lease goes, where this sidecar took it; false where null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LeaseRequest(
        String tag, @Nullable String ttl, @Nullable Boolean clearOnRelease) {}
