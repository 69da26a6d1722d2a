/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** Keyspaces, tables and types: as Cassandra declares them in CQL, and as SSTables name them. */
@NullMarked
package io.idaeus.sidecar.cassandra.schema;

import org.jspecify.annotations.NullMarked;
