/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code make demo}: one transfer between two real Cassandra nodes, start to end. */
@NullMarked
package io.idaeus.it.demo;

import org.jspecify.annotations.NullMarked;
