/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

/** The kind of a plan. */
public enum PlanKind {
    /** A new node takes the place of a dead one. */
    REPLACE,
    /** The nodes of a data centre get what they own from another data centre. */
    REBUILD,
    /** New nodes join the ring. */
    EXPAND,
    /** Nodes remove the rows of ranges that they do not own. */
    CLEANUP,
    /** Tables of another cluster are copied into this one. */
    CLONE
}
