/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.OfferCheck;
import io.idaeus.sidecar.sstable.name.ComponentPacking;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An SSTable that the transfer moves.
 *
 * @param source index
 * @param firstToken inclusive, as the last
 * @param bytes of all components; of a slice that is not cut yet, about as many as it will have
 * @param directory in staging
 * @param slice index of the ranges in {@link Selection#slices} that move of it; null where all of it may move
 * @param cut whether these are the components of a slice in staging
 */
@RecordBuilder
public record SelectedSstable(
        int source,
        String sourceHostId,
        TableRef table,
        String name,
        long firstToken,
        long lastToken,
        long bytes,
        List<ManifestComponent> components,
        Path directory,
        @Nullable Integer slice,
        boolean cut)
        implements SelectedSstableBuilder.With {
    private static final ComponentPacking<ManifestComponent> PACKING = new ComponentPacking<>(new Proofs());

    public SelectedSstable {
        // Values that 50,000 of them share are in memory once: they come from many pages of JSON, and from disk.
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

    /** One that moves whole. */
    public SelectedSstable(
            int source,
            String sourceHostId,
            TableRef table,
            String name,
            long firstToken,
            long lastToken,
            long bytes,
            List<ManifestComponent> components,
            Path directory) {
        this(source, sourceHostId, table, name, firstToken, lastToken, bytes, components, directory, null, false);
    }

    static List<ManifestComponent> packed(List<ManifestComponent> components) {
        return PACKING.pack(components);
    }

    /** As it is in staging, once it is cut. */
    public SelectedSstable cutTo(StagedSlice cut) {
        return with().firstToken(cut.firstToken())
                .lastToken(cut.lastToken())
                .bytes(cut.bytes())
                .components(cut.components())
                .cut(true)
                .build();
    }

    /** As it is in staging where all of it is in the ranges that move of it. */
    public SelectedSstable whole() {
        return slice == null
                ? this
                : with().bytes(components.stream()
                                .mapToLong(ManifestComponent::bytes)
                                .sum())
                        .cut(false)
                        .build();
    }

    /** Bytes in staging, at most: what a slice is made from stays until it is cut. */
    public long bytesStaged() {
        return slice == null ? bytes : 2 * bytes;
    }

    public Optional<ManifestComponent> component(String component) {
        return components.stream().filter(one -> one.name().equals(component)).findFirst();
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
