/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.time.Instant;

/**
 * A lease on a snapshot.
 *
 * @param tag the snapshot
 * @param clearOnRelease whether the snapshot is cleared when its last lease ends
 */
public record Lease(String id, String tag, Instant expiresAt, boolean clearOnRelease) {}
