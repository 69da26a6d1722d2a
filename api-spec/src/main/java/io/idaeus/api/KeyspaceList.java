/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** Every keyspace of the cluster, by name. */
public record KeyspaceList(List<KeyspaceInfo> keyspaces) {}
