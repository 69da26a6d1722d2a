/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Two clusters with the same table, compared, beside plain scans of both. */
@NullMarked
package io.idaeus.it.bench.compare;

import org.jspecify.annotations.NullMarked;
