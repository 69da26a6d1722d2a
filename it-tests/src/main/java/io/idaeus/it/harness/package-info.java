/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Real Cassandra nodes, sidecars and the {@code idaeus} command as processes on loopback addresses.
 *
 * <p>{@code close()} stops every process, and so does a shutdown hook. If this JVM is killed, {@link
 * io.idaeus.it.harness.process.Guard} does.
 */
@NullMarked
package io.idaeus.it.harness;

import org.jspecify.annotations.NullMarked;
