/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Queries, fills and drops pages. */
@NullMarked
package io.idaeus.sidecar.filemode;

import org.jspecify.annotations.NullMarked;
