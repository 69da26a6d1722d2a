/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.ManifestComponent;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.ComponentPacking;
import java.nio.file.Path;
import java.util.List;

/**
 * An SSTable that the transfer moves.
 *
 * @param source index
 * @param firstToken inclusive, as the last
 * @param bytes of all components
 * @param directory in staging
 */
public record SelectedSstable(
        int source,
        String sourceHostId,
        TableRef table,
        String name,
        long firstToken,
        long lastToken,
        long bytes,
        List<ManifestComponent> components,
        Path directory) {
    private static final ComponentPacking<ManifestComponent> PACKING = new ComponentPacking<>(new Proofs());

    public SelectedSstable {
        // What 50,000 of them share is in memory once: they come from many pages of JSON, and from disk.
        sourceHostId = sourceHostId.intern();
        table = new TableRef(table.keyspace().intern(), table.table().intern());
        components = PACKING.pack(components);
        for (ManifestComponent component : components) {
            if (!OfferCheck.isFileOf(name, component.name())) {
                throw new IllegalArgumentException(
                        "file: " + name + "-" + component.name() + " (expected: <version>-<id>-<format>-<component>)");
            }
        }
    }

    public Path file(ManifestComponent component) {
        return directory.resolve(name + "-" + component.name());
    }

    public boolean indexed() {
        return components.stream().anyMatch(component -> IndexFiles.is(component.name()));
    }

    /** Whether the tokens contain its whole interval. */
    public boolean within(TokenRanges tokens) {
        return tokens.overlap(new TokenBounds(firstToken, lastToken)) == RangeOverlap.CONTAINED;
    }

    /** Whether tombstones of one may cover rows of the other. */
    public boolean overlaps(SelectedSstable other) {
        return table.equals(other.table) && firstToken <= other.lastToken && other.firstToken <= lastToken;
    }

    private static final class Proofs implements ComponentPacking.Numbers<ManifestComponent> {
        private static final String SOME = "0";

        @Override
        public int count() {
            return 2;
        }

        @Override
        public ManifestComponent common(ManifestComponent component) {
            return new ManifestComponent(
                    component.name(),
                    0,
                    component.crc32().isEmpty() ? "" : SOME,
                    component.checksumOrigin(),
                    component.content());
        }

        @Override
        public void put(ManifestComponent component, long[] into, int at) {
            String crc32 = component.crc32();
            into[at] = component.bytes();
            into[at + 1] = crc32.isEmpty() ? 0 : Crc32.parse(crc32).value();
        }

        @Override
        public ManifestComponent with(ManifestComponent common, long[] from, int at) {
            return new ManifestComponent(
                    common.name(),
                    from[at],
                    common.crc32().isEmpty() ? "" : new Crc32((int) from[at + 1]).toString(),
                    common.checksumOrigin(),
                    common.content());
        }
    }
}
