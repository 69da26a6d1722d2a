/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Compares two copies of a table, row by row: digests of blocks first, then of rows where they differ, then single rows. */
@NullMarked
package io.idaeus.sidecar.compare;

import org.jspecify.annotations.NullMarked;
