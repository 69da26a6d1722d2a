/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.util.List;

/**
 * SSTables to add to a selection, because others are corrupt at their source.
 *
 * @param pinned the sources, with wider ranges
 */
record SelectionExtension(List<SelectedSstable> sstables, List<PinnedSource> pinned) {}
