/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The connections to the node: JMX and CQL, opened when first used and again after they broke. Every call takes bounded
 * time; a node that does not answer is CASSANDRA_UNAVAILABLE.
 */
@NullMarked
package io.idaeus.sidecar.cassandra.connection;

import org.jspecify.annotations.NullMarked;
