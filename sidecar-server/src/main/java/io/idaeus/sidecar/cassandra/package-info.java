/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The only door to Cassandra: nothing else speaks JMX, CQL or nodetool. Every call takes bounded time; a node that
 * does not answer is CASSANDRA_UNAVAILABLE in under two seconds. Thread-safe.
 */
@NullMarked
package io.idaeus.sidecar.cassandra;

import org.jspecify.annotations.NullMarked;
