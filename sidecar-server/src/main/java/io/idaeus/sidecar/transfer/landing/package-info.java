/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Staging, and the import phase that hands staged SSTables to Cassandra. */
@NullMarked
package io.idaeus.sidecar.transfer.landing;

import org.jspecify.annotations.NullMarked;
