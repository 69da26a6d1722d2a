/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How long it takes until a dead node is replaced, by Cassandra's own way and by plans. */
@NullMarked
package io.idaeus.it.bench.mttr;

import org.jspecify.annotations.NullMarked;
