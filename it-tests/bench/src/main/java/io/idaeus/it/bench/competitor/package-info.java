/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The competitors that move the files: Idaeus, the tools that people use today, and the limit of the machine. */
@NullMarked
package io.idaeus.it.bench.competitor;

import org.jspecify.annotations.NullMarked;
