/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Cassandra nodes and sidecars in containers, each pair at a network address of its own, for tests with Testcontainers.
 *
 * <pre>{@code
 * try (Network network = Network.newNetwork();
 *         CassandraNodeContainer source = CassandraNodeContainer.of("5.0", "source").withNetwork(network);
 *         CassandraNodeContainer destination = CassandraNodeContainer.of("5.0", "destination").withNetwork(network);
 *         SidecarContainer from = SidecarContainer.beside(source);
 *         SidecarContainer to = SidecarContainer.beside(destination).allowPeers("source")) {
 *     Startables.deepStart(from, to).join();
 *     …
 *     to.client().createTransfer(request from from.peerUri(), null);
 * }
 * }</pre>
 */
@NullMarked
package io.idaeus.testing;

import org.jspecify.annotations.NullMarked;
