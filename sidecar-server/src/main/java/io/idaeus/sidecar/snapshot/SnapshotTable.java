/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.List;

/**
 * A table in a snapshot.
 *
 * @param tableId a UUID
 * @param sstables by first token; the unreadable and the missing ones last
 */
public record SnapshotTable(String tableId, List<SstableEntry> sstables) {}
