/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Imports of SSTables that are on a node's own disk. */
@NullMarked
package io.idaeus.api.imports;

import org.jspecify.annotations.NullMarked;
