/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.List;

/**
 * What a snapshot holds of a table.
 *
 * @param tableId a UUID
 * @param sstables by first token; the unreadable and the missing ones at the end
 */
public record SnapshotTable(String tableId, List<SstableEntry> sstables) {}
