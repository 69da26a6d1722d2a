/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** SSTables as a source offers them, checked before anything relies on them. */
@NullMarked
package io.idaeus.sidecar.selection.offer;

import org.jspecify.annotations.NullMarked;
