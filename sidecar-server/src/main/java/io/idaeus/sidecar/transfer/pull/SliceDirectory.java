/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.file.SmallFiles;
import io.idaeus.sidecar.filemode.FileModes;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.StagedSlice;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.store.StateJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a slice is made, in staging and beside the SSTable's own directory: the files that were fetched for it, their
 * description, and once it is cut the record that says so. A restart goes on from what it finds.
 */
record SliceDirectory(SelectedSstable sstable) {
    private static final String DESCRIPTION = "description";
    private static final String CUT = "cut";

    // Two tables may have SSTables of the same name.
    private static final String SUFFIX = ".slice";
    private static final String NAME = "slice-parts";

    /**
     * @param identity of the source's file and of the ranges
     * @param extent null for PART, as builds before recorded it
     * @param parts null only where all of it moves as it is
     */
    private record Description(
            String identity,
            @Nullable Extent extent,
            @Nullable SliceParts parts) {
        private Description {
            Objects.requireNonNull(identity, "identity");
            if (extent != Extent.WHOLE) {
                Objects.requireNonNull(parts, "parts");
            }
        }

        SliceDescription of(String sstable) {
            return new SliceDescription(sstable, extent == null ? Extent.PART : extent, parts, null);
        }
    }

    /**
     * The record of a slice that was cut.
     *
     * @param identity of the source's file and of the ranges
     * @param durable whether the slice was on disk before the record
     */
    record Cut(String identity, StagedSlice slice, boolean durable) {
        Cut {
            Objects.requireNonNull(identity, "identity");
            Objects.requireNonNull(slice, "slice");
        }
    }

    static SliceDirectory of(SelectedSstable sstable) {
        return new SliceDirectory(sstable);
    }

    /** Holds what was fetched. */
    Path path() {
        // <table>-<id>
        String table = sstable.directory().getFileName().toString();
        String id = table.substring(table.lastIndexOf('-') + 1);
        return sstable.directory().resolveSibling(id + SUFFIX).resolve(NAME);
    }

    /** A component of the source, or an excerpt of it. */
    Path file(String component) {
        return path().resolve(sstable.name() + "-" + component);
    }

    void create() throws IOException {
        FileModes.createDirectories(path());
        FileModes.createDirectories(sstable.directory());
    }

    /** The cut slice, where all of it is in staging. Files that may not be durable are proven by their checksums. */
    Optional<Cut> cut(String identity) throws IOException {
        Optional<Cut> record = Files.isDirectory(path()) ? cuts().get(CUT) : Optional.empty();
        if (record.isEmpty() || !record.get().identity().equals(identity)) {
            return Optional.empty();
        }
        for (ManifestComponent component : record.get().slice().components()) {
            Path file = sstable.file(component);
            Crc32 expected = record.get().durable() ? null : Crc32.parse(component.crc32());
            if (!SmallFiles.isWhole(file, component.bytes(), expected)) {
                return Optional.empty();
            }
        }
        return record;
    }

    /** All of it is durable in staging. So is the record when this returns. */
    void recordDurably(String identity, StagedSlice slice) {
        cuts().put(CUT, new Cut(identity, slice, true));
    }

    /** Both become durable later: {@link #record} tells with what. */
    void record(String identity, StagedSlice slice) throws IOException {
        byte[] json = StateJson.bytes(new Cut(identity, slice, false));
        try (FileChannel channel = FileModes.open(
                record(),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE))) {
            ByteBuffer bytes = ByteBuffer.wrap(json);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    /** The file of the record. */
    Path record() {
        return path().resolve(CUT + ".json");
    }

    /** How the source described it, for what is fetched already. */
    Optional<SliceDescription> described(String identity) {
        return Files.isDirectory(path())
                ? descriptions()
                        .get(DESCRIPTION)
                        .filter(known -> known.identity().equals(identity))
                        .map(known -> known.of(sstable.name()))
                : Optional.empty();
    }

    void describe(String identity, SliceDescription description) {
        descriptions().put(DESCRIPTION, new Description(identity, description.extent(), description.parts()));
    }

    /** Whether something was fetched to be cut, or was cut. */
    boolean isBegun() {
        return Files.isDirectory(path());
    }

    /** Deletes everything, and that it was begun. */
    void forget() throws IOException {
        clear();
        Files.deleteIfExists(path());
    }

    /** Deletes what is in the SSTable's own directory. */
    void clearStaged() throws IOException {
        deleteFiles(sstable.directory());
    }

    /** Deletes everything, what was cut included. */
    void clear() throws IOException {
        deleteFiles(path());
        clearStaged();
    }

    /** Deletes what the slice was made from. */
    void deleteFetched() throws IOException {
        if (Files.isDirectory(path())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path(), sstable.name() + "-*")) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            descriptions().delete(DESCRIPTION);
        }
    }

    private static void deleteFiles(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private JsonStore<Cut> cuts() {
        return JsonStore.open(path(), Cut.class);
    }

    private JsonStore<Description> descriptions() {
        return JsonStore.open(path(), Description.class);
    }
}
