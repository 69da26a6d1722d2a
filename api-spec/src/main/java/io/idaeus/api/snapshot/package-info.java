/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Snapshots, the leases that keep them, and their manifests. */
@NullMarked
package io.idaeus.api.snapshot;

import org.jspecify.annotations.NullMarked;
