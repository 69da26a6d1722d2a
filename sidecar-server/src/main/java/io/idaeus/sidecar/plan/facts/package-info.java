/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Facts that sidecars tell of a cluster and its hosts when a plan is made. No decision is made here. */
@NullMarked
package io.idaeus.sidecar.plan.facts;

import org.jspecify.annotations.NullMarked;
