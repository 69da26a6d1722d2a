/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Snapshots, their leases and manifests, source side. Managed snapshots and leases survive a restart.
 *
 * <p>To leak no snapshot: lease a new tag with {@code clearOnRelease}, take the snapshot, renew the lease while
 * reading, release it. If the caller dies, the lease expires and the sidecar clears the snapshot.
 */
@NullMarked
package io.idaeus.sidecar.snapshot;

import org.jspecify.annotations.NullMarked;
