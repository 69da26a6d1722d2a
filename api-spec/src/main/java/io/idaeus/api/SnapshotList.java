/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** All snapshots of the node. */
public record SnapshotList(List<SnapshotInfo> snapshots) {}
