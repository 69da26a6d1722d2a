/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Statistics.db: read, and changed where a slice or a copy needs it. */
@NullMarked
package io.idaeus.sidecar.sstable.statistics;

import org.jspecify.annotations.NullMarked;
