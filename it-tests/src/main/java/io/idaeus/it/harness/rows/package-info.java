/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Writes rows, and compares those of two clusters. */
@NullMarked
package io.idaeus.it.harness.rows;

import org.jspecify.annotations.NullMarked;
