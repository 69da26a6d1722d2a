/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Snapshots, source side: take, list and clear them, the leases that keep them, and the manifests that prove their
 * files. What is ours and what is leased survives a restart.
 *
 * <p>The order that cannot leak a snapshot is: put a lease on a tag of your own making, take the snapshot under that tag,
 * renew the lease while you read, release it. Whoever dies on the way, the lease runs out and the snapshot is cleared.
 */
@NullMarked
package io.idaeus.sidecar.snapshot;

import org.jspecify.annotations.NullMarked;
