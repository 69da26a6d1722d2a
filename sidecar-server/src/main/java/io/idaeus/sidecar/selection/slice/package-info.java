/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Which SSTables extend beyond the wanted ranges, and which of them can be cut. */
@NullMarked
package io.idaeus.sidecar.selection.slice;

import org.jspecify.annotations.NullMarked;
