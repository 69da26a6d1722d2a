/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code make test-scale}: many SSTables, large ones, and many finished transfers, within bounds. */
@NullMarked
package io.idaeus.it.scale;

import org.jspecify.annotations.NullMarked;
