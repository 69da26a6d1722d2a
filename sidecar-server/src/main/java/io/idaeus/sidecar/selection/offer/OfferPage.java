/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.offer;

import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SSTables that overlap the requested ranges, by first token. Without any, one empty page comes.
 *
 * @param definition at the source, when the snapshot was taken
 * @param definitionUnknown why it is the definition now; null where it is not
 * @param unlisted whether nothing says which SSTables the snapshot should hold
 * @param last whether no page follows
 * @param total on all pages; null where it may change
 */
public record OfferPage(
        TableDefinition definition,
        @Nullable String definitionUnknown,
        boolean unlisted,
        List<ManifestSstable> sstables,
        boolean last,
        @Nullable Integer total) {}
