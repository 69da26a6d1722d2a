/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A Cassandra node, the sidecar beside it, and the ring as the node sees it. */
@NullMarked
package io.idaeus.api.node;

import org.jspecify.annotations.NullMarked;
