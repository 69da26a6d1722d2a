/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** JMX and CQL connections to the node. */
@NullMarked
package io.idaeus.sidecar.cassandra.connection;

import org.jspecify.annotations.NullMarked;
