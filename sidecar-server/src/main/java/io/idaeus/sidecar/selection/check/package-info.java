/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Checks of a table or an SSTable against its destination. */
@NullMarked
package io.idaeus.sidecar.selection.check;

import org.jspecify.annotations.NullMarked;
