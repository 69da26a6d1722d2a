/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The files that are moved. */
@NullMarked
package io.idaeus.it.bench.data;

import org.jspecify.annotations.NullMarked;
