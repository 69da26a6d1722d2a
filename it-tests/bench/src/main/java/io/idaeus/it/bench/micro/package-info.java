/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** JMH benchmarks: {@code make bench-micro}. */
@NullMarked
package io.idaeus.it.bench.micro;

import org.jspecify.annotations.NullMarked;
