/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Reads rows of users over CQL, for comparisons. */
@NullMarked
package io.idaeus.sidecar.cassandra.rows;

import org.jspecify.annotations.NullMarked;
