/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The ranges that a plan moves of each keyspace: from which replicas, how they are cut, and findings against it. */
@NullMarked
package io.idaeus.sidecar.plan.keyspace;

import org.jspecify.annotations.NullMarked;
