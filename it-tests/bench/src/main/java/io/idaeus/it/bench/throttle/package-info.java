/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Accuracy of rate limits in real time over real sockets. */
@NullMarked
package io.idaeus.it.bench.throttle;

import org.jspecify.annotations.NullMarked;
