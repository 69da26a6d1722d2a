/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Rate limits, shared fairly between flows. Pure: knows neither sockets nor files. */
@NullMarked
package io.idaeus.sidecar.throttle;

import org.jspecify.annotations.NullMarked;
