/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The source side of the data plane: sends byte ranges and bundles of snapshot files. */
@NullMarked
package io.idaeus.sidecar.serve;

import org.jspecify.annotations.NullMarked;
