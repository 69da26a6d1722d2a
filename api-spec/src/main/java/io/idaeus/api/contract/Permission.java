/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.contract;

/** Permissions of callers. docs/access.md says which roles are. */
public enum Permission {
    /** Nobody is asked: health. */
    OPEN,
    /** Metrics. */
    METRICS,
    /** Facts that peers need: the node, its ring and schema, SSTables, limits; manifests of what they leased. */
    OBSERVE,
    /** Everything that can be read, but data. */
    READ,
    /** Leases, and snapshots under them. */
    LEASE,
    /** Digests of rows, and keys of those that differ: for comparisons. */
    COMPARE,
    /** The steps of a plan that an operator approved at this node. */
    STEP,
    /** Transfers, plans, snapshots, imports, limits. */
    OPERATE,
    /** Overrides a safeguard. */
    ADMINISTER
}
