/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Real Cassandra nodes, sidecars and the {@code idaeus} command as processes on loopback addresses.
 *
 * <p>Whatever is started here is stopped: by {@code close()}, by a shutdown hook, and, should this JVM be killed, by a
 * guard process that waits for its end.
 */
@NullMarked
package io.idaeus.it.harness;

import org.jspecify.annotations.NullMarked;
