/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What a plan moves of each keyspace: which ranges, from which replicas, how they are cut, and what speaks against it. */
@NullMarked
package io.idaeus.sidecar.plan.keyspace;

import org.jspecify.annotations.NullMarked;
