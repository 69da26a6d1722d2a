/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Measures how long a table takes to get into another cluster: by a plan, and by sstableloader. */
@NullMarked
package io.idaeus.it.bench.clone;

import org.jspecify.annotations.NullMarked;
