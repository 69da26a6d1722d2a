/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Comparisons of the rows of two clusters. */
@NullMarked
package io.idaeus.api.comparison;

import org.jspecify.annotations.NullMarked;
