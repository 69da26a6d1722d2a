/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Measures how long new nodes take to join a ring: by Cassandra's bootstrap, and by plans. */
@NullMarked
package io.idaeus.it.bench.grow;

import org.jspecify.annotations.NullMarked;
