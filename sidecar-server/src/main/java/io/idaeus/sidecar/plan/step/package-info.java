/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The steps of plans. Each is one attempt after the other, and leaves nothing half done. */
@NullMarked
package io.idaeus.sidecar.plan.step;

import org.jspecify.annotations.NullMarked;
