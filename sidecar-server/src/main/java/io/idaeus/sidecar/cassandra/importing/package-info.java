/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** {@code nodetool import}, as a process or over JMX. */
@NullMarked
package io.idaeus.sidecar.cassandra.importing;

import org.jspecify.annotations.NullMarked;
