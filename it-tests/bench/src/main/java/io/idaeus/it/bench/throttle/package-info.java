/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How closely limits are kept, in real time and over real sockets. */
@NullMarked
package io.idaeus.it.bench.throttle;

import org.jspecify.annotations.NullMarked;
