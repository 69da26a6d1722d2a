/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** All keyspaces, by name. */
public record KeyspaceList(List<KeyspaceInfo> keyspaces) {}
