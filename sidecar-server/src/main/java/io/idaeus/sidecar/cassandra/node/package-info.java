/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** What the node says about itself, its load, its live SSTables and its ring. */
@NullMarked
package io.idaeus.sidecar.cassandra.node;

import org.jspecify.annotations.NullMarked;
