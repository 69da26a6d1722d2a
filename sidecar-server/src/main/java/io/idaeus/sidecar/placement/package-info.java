/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Where Cassandra places replicas on a ring, what a node that joins takes over, and which tokens suit it. */
@NullMarked
package io.idaeus.sidecar.placement;

import org.jspecify.annotations.NullMarked;
