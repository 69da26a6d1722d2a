/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What this node may send and receive: what was set, what holds now, and how that follows Cassandra's load. */
@NullMarked
package io.idaeus.sidecar.limits;

import org.jspecify.annotations.NullMarked;
