/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Snapshots, source side: taking, listing and clearing them, their leases, and the manifests of their files. Managed
 * snapshots and leases survive a restart.
 *
 * <p>To leak no snapshot: lease a new tag, take the snapshot with that tag, renew the lease while reading, release it.
 * Should the caller die, the lease expires and the snapshot is cleared.
 */
@NullMarked
package io.idaeus.sidecar.snapshot;

import org.jspecify.annotations.NullMarked;
