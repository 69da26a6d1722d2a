/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The only door to Cassandra: JMX, the CQL driver and nodetool are known here and nowhere else. Everything takes bounded
 * time: a node that does not answer is a problem of type CASSANDRA_UNAVAILABLE in under two seconds. Thread-safe.
 */
@NullMarked
package io.idaeus.sidecar.cassandra;

import org.jspecify.annotations.NullMarked;
