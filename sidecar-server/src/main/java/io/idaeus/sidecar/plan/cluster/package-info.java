/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Finds the sidecars of a cluster, and asks them what a plan must know. */
@NullMarked
package io.idaeus.sidecar.plan.cluster;

import org.jspecify.annotations.NullMarked;
