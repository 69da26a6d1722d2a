/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Ranges of bytes of a file, of which nothing else is fetched. Pure: no I/O. */
@NullMarked
package io.idaeus.sidecar.byterange;

import org.jspecify.annotations.NullMarked;
