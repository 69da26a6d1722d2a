/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Rate limits of this node: as set, as they apply now, and how adaptive ones follow Cassandra's load. */
@NullMarked
package io.idaeus.sidecar.limits;

import org.jspecify.annotations.NullMarked;
