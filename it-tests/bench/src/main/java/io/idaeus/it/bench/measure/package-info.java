/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What a run costs, and the processes and machine that it is measured on. */
@NullMarked
package io.idaeus.it.bench.measure;

import org.jspecify.annotations.NullMarked;
