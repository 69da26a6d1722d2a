/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The clusters that are compared: their sidecars, and the rows that these read. */
@NullMarked
package io.idaeus.sidecar.compare.cluster;

import org.jspecify.annotations.NullMarked;
