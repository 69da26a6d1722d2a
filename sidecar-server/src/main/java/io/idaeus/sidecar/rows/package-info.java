/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Digests of rows, and of blocks of rows, by which two copies of a table are compared. */
@NullMarked
package io.idaeus.sidecar.rows;

import org.jspecify.annotations.NullMarked;
