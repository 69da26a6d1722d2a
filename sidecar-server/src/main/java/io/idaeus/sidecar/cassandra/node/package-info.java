/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** The facts that the node tells about itself, its load, its live SSTables and its ring. */
@NullMarked
package io.idaeus.sidecar.cassandra.node;

import org.jspecify.annotations.NullMarked;
