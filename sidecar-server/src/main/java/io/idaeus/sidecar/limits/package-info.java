/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** This node's rate limits, fixed and adaptive. */
@NullMarked
package io.idaeus.sidecar.limits;

import org.jspecify.annotations.NullMarked;
