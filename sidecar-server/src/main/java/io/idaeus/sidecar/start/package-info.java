/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The JVM options of Cassandra that decide how a node joins. */
@NullMarked
package io.idaeus.sidecar.start;

import org.jspecify.annotations.NullMarked;
