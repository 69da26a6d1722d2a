/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The costs of a run, and the processes and machine that it is measured on. */
@NullMarked
package io.idaeus.it.bench.measure;

import org.jspecify.annotations.NullMarked;
