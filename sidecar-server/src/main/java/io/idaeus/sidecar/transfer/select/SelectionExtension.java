/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.util.List;

/**
 * SSTables to add to a selection, because others are corrupt at their source.
 *
 * @param slices what those of them that are cut are cut to, after the known ones
 * @param pinned the sources, with wider ranges
 */
record SelectionExtension(List<SelectedSstable> sstables, List<SlicedTable> slices, List<PinnedSource> pinned) {}
