/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Rate limits. */
@NullMarked
package io.idaeus.sidecar.throttle;

import org.jspecify.annotations.NullMarked;
