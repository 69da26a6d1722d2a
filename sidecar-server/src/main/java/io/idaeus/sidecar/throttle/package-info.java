/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How fast bytes may go, shared fairly. Pure: knows neither sockets nor files. */
@NullMarked
package io.idaeus.sidecar.throttle;

import org.jspecify.annotations.NullMarked;
