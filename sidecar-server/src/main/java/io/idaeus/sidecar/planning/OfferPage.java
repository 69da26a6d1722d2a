/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.ManifestSstable;
import io.idaeus.api.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the SSTables that overlap the requested ranges, by first token. Where there are none, one empty page comes.
 *
 * @param definition of the table at the source, the same on every page
 * @param last whether no other page follows
 * @param total SSTables on all pages together; null where SSTables may come and go between two pages
 */
public record OfferPage(
        TableDefinition definition,
        List<ManifestSstable> sstables,
        boolean last,
        @Nullable Integer total) {}
