/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The steps of a plan, and the run that takes them one after the other. */
@NullMarked
package io.idaeus.sidecar.plan.run;

import org.jspecify.annotations.NullMarked;
