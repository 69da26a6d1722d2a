/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Connections to peers' data planes: pacing, time-outs. Knows no files. */
@NullMarked
package io.idaeus.sidecar.fetch.connection;

import org.jspecify.annotations.NullMarked;
