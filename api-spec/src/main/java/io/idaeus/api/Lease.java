/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.time.Instant;

/** A lease on a snapshot. */
public record Lease(String id, String tag, Instant expiresAt, boolean clearOnRelease) {}
