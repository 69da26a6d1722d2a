/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Half of a table's keys, to a node that owns them in sixteen ranges: by slices, whole, and by Cassandra's streaming. */
@NullMarked
package io.idaeus.it.bench.slices;

import org.jspecify.annotations.NullMarked;
