/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.ManifestComponent;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.Overlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import java.nio.file.Path;
import java.util.List;

/**
 * An SSTable that the transfer moves.
 *
 * @param source the index of its source
 * @param firstToken the closed token interval's left end
 * @param bytes of all components
 * @param directory where it is staged: its own, shaped as Cassandra takes it
 */
public record PlannedSstable(
        int source,
        String sourceHostId,
        TableRef table,
        String name,
        long firstToken,
        long lastToken,
        long bytes,
        List<ManifestComponent> components,
        Path directory) {
    /** What 50,000 of them have in common is in memory once: plans come from many pages of JSON, and from disk. */
    public PlannedSstable {
        sourceHostId = sourceHostId.intern();
        table = new TableRef(table.keyspace().intern(), table.table().intern());
        components = components.stream().map(PlannedSstable::compact).toList();
        for (ManifestComponent component : components) {
            if (!OfferCheck.isFileOf(name, component.name())) {
                throw new IllegalArgumentException(
                        "file: " + name + "-" + component.name() + " (expected: <version>-<id>-<format>-<component>)");
            }
        }
    }

    private static ManifestComponent compact(ManifestComponent component) {
        return new ManifestComponent(
                component.name().intern(),
                component.bytes(),
                component.crc32(),
                component.digestOrigin(),
                component.content());
    }

    /** Where a component is staged. */
    public Path file(ManifestComponent component) {
        return directory.resolve(name + "-" + component.name());
    }

    /** Whether it brings parts of an index. */
    public boolean indexed() {
        return components.stream().anyMatch(Planner::isIndex);
    }

    /** Whether every token between its first and last is among these. */
    public boolean within(TokenRanges tokens) {
        return tokens.overlap(new TokenBounds(firstToken, lastToken)) == Overlap.CONTAINED;
    }

    /** Whether the tombstones of one may cover rows of the other. */
    public boolean overlaps(PlannedSstable other) {
        return table.equals(other.table) && firstToken <= other.lastToken && other.firstToken <= lastToken;
    }
}
