/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Slices: the parts of SSTables that lie in token ranges. */
@NullMarked
package io.idaeus.api.slice;

import org.jspecify.annotations.NullMarked;
