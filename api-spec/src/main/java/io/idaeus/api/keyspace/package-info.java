/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Keyspaces and tables: replication, definitions and sizes. */
@NullMarked
package io.idaeus.api.keyspace;

import org.jspecify.annotations.NullMarked;
