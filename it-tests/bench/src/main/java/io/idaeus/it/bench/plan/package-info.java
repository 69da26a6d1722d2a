/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Measures how plans are drafted for large rings, in memory. */
@NullMarked
package io.idaeus.it.bench.plan;

import org.jspecify.annotations.NullMarked;
