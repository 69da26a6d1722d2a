/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** From which replicas a step takes its ranges, now that some of them may be down or corrupt. */
@NullMarked
package io.idaeus.sidecar.plan.source;

import org.jspecify.annotations.NullMarked;
