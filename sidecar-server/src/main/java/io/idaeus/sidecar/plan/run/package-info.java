/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The run that takes the steps of a plan one after the other, from its claims to its end. */
@NullMarked
package io.idaeus.sidecar.plan.run;

import org.jspecify.annotations.NullMarked;
