/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A verified staging directory into Cassandra, and what Cassandra refused. */
@NullMarked
package io.idaeus.sidecar.importing;

import org.jspecify.annotations.NullMarked;
