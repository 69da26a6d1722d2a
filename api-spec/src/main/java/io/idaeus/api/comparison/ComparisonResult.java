/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

/** The result of a completed comparison. */
public enum ComparisonResult {
    /** All rows are the same. */
    SAME,
    /** Some rows differ, or a table is in one cluster only, or its definition differs. */
    DIFFERENT,
    /** No row was found that differs, but some could not be compared. */
    INCOMPLETE
}
