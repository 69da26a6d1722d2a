/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The SSTables that a transfer moves, and the findings of its checks. Pure: no I/O. */
@NullMarked
package io.idaeus.sidecar.selection;

import org.jspecify.annotations.NullMarked;
