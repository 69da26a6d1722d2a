/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import org.jspecify.annotations.Nullable;

/**
 * Request for a lease; repeating it renews the lease.
 *
 * @param tag the snapshot to keep
 * @param ttl time from now, for instance {@code 6h}; the sidecar's default where absent
 * @param clearOnRelease clear the snapshot when its last lease ends, if it is managed; false where absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record LeaseRequest(
        @Bounded.Snapshot String tag,
        @Nullable @Bounded.Time String ttl,
        @Nullable Boolean clearOnRelease) {}
