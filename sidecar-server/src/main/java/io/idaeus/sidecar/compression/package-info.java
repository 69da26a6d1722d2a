/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Compresses and decompresses blocks with zstd, on threads of their own. Knows neither files nor connections. */
@NullMarked
package io.idaeus.sidecar.compression;

import org.jspecify.annotations.NullMarked;
