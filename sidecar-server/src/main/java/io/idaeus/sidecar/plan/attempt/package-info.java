/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Calls that an attempt at a step may make to the cluster, and the waits that it may end in. */
@NullMarked
package io.idaeus.sidecar.plan.attempt;

import org.jspecify.annotations.NullMarked;
