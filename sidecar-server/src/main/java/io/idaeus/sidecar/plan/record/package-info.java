/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The stored records of a plan that was approved, and of its steps. */
@NullMarked
package io.idaeus.sidecar.plan.record;

import org.jspecify.annotations.NullMarked;
