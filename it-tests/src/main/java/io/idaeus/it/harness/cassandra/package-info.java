/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Starts Cassandra nodes and clusters of any version, reaches them over CQL and JMX, and writes or damages their files. */
@NullMarked
package io.idaeus.it.harness.cassandra;

import org.jspecify.annotations.NullMarked;
