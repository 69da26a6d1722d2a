/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The kinds of plans, and how each is drafted from facts of the cluster. */
@NullMarked
package io.idaeus.sidecar.plan.kind;

import org.jspecify.annotations.NullMarked;
