/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Imports staged directories into Cassandra, and finds what Cassandra refused. */
@NullMarked
package io.idaeus.sidecar.importing;

import org.jspecify.annotations.NullMarked;
