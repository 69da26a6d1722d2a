/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The ways in which a new node joins the ring, and the steps that plans are made of. */
@NullMarked
package io.idaeus.sidecar.plan.way;

import org.jspecify.annotations.NullMarked;
