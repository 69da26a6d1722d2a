/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import java.util.List;
import java.util.Map;

/**
 * A keyspace.
 *
 * @param system whether the keyspace is Cassandra's own; such keyspaces cannot be transferred
 * @param replication as Cassandra stores it: {@code class} and its options
 */
public record KeyspaceInfo(String name, boolean system, Map<String, String> replication, List<String> tables) {}
