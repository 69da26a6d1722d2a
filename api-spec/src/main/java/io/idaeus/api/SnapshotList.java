/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** Every snapshot of the node. */
public record SnapshotList(List<SnapshotInfo> snapshots) {}
