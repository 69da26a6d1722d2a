/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

/** How a row in the other cluster differs from the row here. */
public enum RowVerdict {
    /** The other cluster has no such row. */
    MISSING,
    /** Only the other cluster has it. */
    EXTRA,
    /** Everything that differs there was written earlier. */
    OLDER,
    /** Everything that differs there was written later. */
    NEWER,
    /** It differs, and times do not say which is newer. */
    DIFFERENT,
    /** It differs, and was written after the time that the comparison is limited to. */
    WRITTEN_SINCE,
    /** It differed in another way at each read: clients are writing to it. */
    CHANGING,
    /** One of the clusters could not read it. */
    UNREADABLE;

    /** Whether the copies differ for certain. */
    public boolean isDifference() {
        return this != WRITTEN_SINCE && this != CHANGING && this != UNREADABLE;
    }
}
