/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import io.idaeus.api.ProblemType;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.disk.RegularFile;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.ManifestKey;
import io.idaeus.sidecar.snapshot.content.ManifestRecord;
import io.idaeus.sidecar.snapshot.content.SnapshotContents;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectory;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.UnreadableSstable;
import io.idaeus.sidecar.sstable.file.Digest;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason;
import io.idaeus.sidecar.sstable.name.Component;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the manifest of one table in one snapshot. An SSTable that cannot be read becomes an entry with a problem.
 * Call {@link #run} once; other threads may read the byte counts.
 */
final class ManifestBuild {
    private static final Logger LOG = LoggerFactory.getLogger(ManifestBuild.class);
    private static final String DATA = "Data.db";
    private static final String DIGEST = "Digest.crc32";
    private static final String TOC = "TOC.txt";
    private static final int LONGEST_TOC = 1 << 16;

    private final ManifestRecord header;
    private final SnapshotContents contents;
    private final List<SnapshotDirectory> located;
    private final Checksums checksums;
    private final StoredManifests before;
    private final int mostSstables;
    private final ManifestKey key;
    private final AtomicLong hashed = new AtomicLong();
    private final AtomicLong toHash = new AtomicLong();

    // The entries are all SSTables, the unreadable ones included.
    record Ready(ManifestRecord manifest, List<SstableEntry> entries, Map<String, ManifestRecord.Sstable> proven) {
        static Ready of(ManifestRecord manifest, List<SstableEntry> entries) {
            return new Ready(
                    manifest,
                    List.copyOf(entries),
                    manifest.sstables().stream()
                            .collect(Collectors.toMap(ManifestRecord.Sstable::name, Function.identity())));
        }
    }

    /** @param before what an earlier process proved */
    ManifestBuild(
            ManifestRecord header,
            List<SnapshotDirectory> located,
            SnapshotContents contents,
            Checksums checksums,
            StoredManifests before,
            int mostSstables) {
        this.header = header;
        this.located = located;
        this.contents = contents;
        this.checksums = checksums;
        this.before = before;
        this.mostSstables = mostSstables;
        this.key = ManifestKey.of(header);
    }

    ManifestRecord header() {
        return header;
    }

    boolean isStillThere() {
        return contents.isStillThere(located, header);
    }

    long bytesHashed() {
        return hashed.get();
    }

    long bytesToHash() {
        return toHash.get();
    }

    /** @throws InterruptedException when nobody needs the manifest any more */
    Ready run() throws InterruptedException {
        List<SstableEntry> found = contents.list(located);
        if (found.size() > mostSstables) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "manifest " + key + " would list " + found.size() + " SSTables (expected: at most " + mostSstables
                            + ", quotas.manifestSstables, since it is kept in memory); compact the table, or raise the"
                            + " quota");
        }
        toHash.set(found.stream().mapToLong(this::unknownBytes).sum());
        List<SstableEntry> entries = new ArrayList<>(found.size());
        List<SstableEntry> failed = new ArrayList<>();
        List<ManifestRecord.Sstable> proven = new ArrayList<>(found.size());
        for (SstableEntry entry : found) {
            if (entry instanceof ReadableSstable sstable) {
                try {
                    proven.add(prove(sstable));
                    entries.add(sstable);
                } catch (IOException e) {
                    failed.add(unreadable(sstable, e));
                }
            } else {
                failed.add(entry);
            }
        }
        entries.addAll(failed);
        if (!isStillThere()) {
            throw SnapshotContents.unknown(header.tag());
        }
        return Ready.of(header.with(proven), entries);
    }

    private long unknownBytes(SstableEntry entry) {
        return entry instanceof ReadableSstable
                ? entry.components().stream()
                        .filter(component -> mustBeRead(entry, component))
                        .mapToLong(Component::size)
                        .sum()
                : 0;
    }

    private boolean mustBeRead(SstableEntry sstable, Component component) {
        return switch (component.name()) {
            case TOC -> false;
            case DATA -> sstable.component(DIGEST).isEmpty();
            default ->
                known(sstable, component) == null
                        && checksums.known(component.stamp()).isEmpty();
        };
    }

    private ManifestRecord.Sstable prove(ReadableSstable sstable) throws IOException, InterruptedException {
        List<ManifestRecord.Component> proven = new ArrayList<>();
        for (Component component : sstable.components()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("manifest " + key + " is no longer needed");
            }
            try {
                proven.add(prove(sstable, component));
            } catch (ClosedByInterruptException e) {
                throw (InterruptedException)
                        new InterruptedException("reading for manifest " + key + " was interrupted").initCause(e);
            }
        }
        LOG.debug("manifest {}: {} proven", key, sstable.descriptor());
        return new ManifestRecord.Sstable(
                sstable.descriptor().toString(), sstable.directory().toString(), proven);
    }

    private ManifestRecord.Component prove(ReadableSstable sstable, Component component) throws IOException {
        // Its content goes into the manifest, since Cassandra can rewrite the file through the hard link.
        if (component.name().equals(TOC)) {
            return content(sstable.path(TOC));
        }
        ManifestRecord.Component known = known(sstable, component);
        if (known != null) {
            return known;
        }
        // Data.db is not read: Cassandra wrote its CRC32 to Digest.crc32 together with the file.
        Optional<Crc32> written = component.name().equals(DATA) ? written(sstable) : Optional.empty();
        return written.isPresent()
                ? proven(component, written.get(), ChecksumOrigin.CASSANDRA)
                : proven(component, computed(sstable, component), ChecksumOrigin.SIDECAR);
    }

    private static ManifestRecord.Component proven(Component component, Crc32 crc32, ChecksumOrigin origin) {
        return new ManifestRecord.Component(component.name(), component.size(), crc32.unsigned(), origin, null);
    }

    // The proof of a file of the same size still holds: a snapshot's files do not change.
    private ManifestRecord.@Nullable Component known(SstableEntry sstable, Component component) {
        ManifestRecord.Sstable earlier =
                before.sstable(key, sstable.descriptor().toString());
        ManifestRecord.Component proven = earlier == null ? null : earlier.component(component.name());
        return proven != null && proven.bytes() == component.size() ? proven : null;
    }

    private Optional<Crc32> written(ReadableSstable sstable) {
        if (sstable.component(DIGEST).isEmpty()) {
            LOG.warn(
                    "manifest {}: {} has no Digest.crc32; damage to its Data.db before now goes unnoticed",
                    key,
                    sstable.descriptor());
            return Optional.empty();
        }
        try {
            return Optional.of(Digest.read(sstable.path(DIGEST)));
        } catch (SstableException e) {
            LOG.warn(
                    "manifest {}: {}: {}; damage to its Data.db before now goes unnoticed",
                    key,
                    sstable.descriptor(),
                    e.getMessage(),
                    e);
            toHash.addAndGet(sstable.component(DATA).map(Component::size).orElse(0L));
            return Optional.empty();
        }
    }

    private Crc32 computed(ReadableSstable sstable, Component component) throws IOException {
        Optional<Crc32> known = checksums.known(component.stamp());
        return known.isPresent()
                ? known.get()
                : checksums.compute(sstable.path(component.name()), component.stamp(), hashed::addAndGet);
    }

    private static ManifestRecord.Component content(Path toc) throws IOException {
        byte[] bytes;
        try (InputStream in = RegularFile.stream(toc)) {
            bytes = in.readNBytes(LONGEST_TOC + 1);
        }
        if (bytes.length > LONGEST_TOC) {
            throw new IOException(
                    toc.getFileName() + " is too long (expected: at most " + LONGEST_TOC + " bytes of file names)");
        }
        return new ManifestRecord.Component(
                TOC,
                bytes.length,
                Crc32.of(bytes).unsigned(),
                ChecksumOrigin.SIDECAR,
                Base64.getEncoder().encodeToString(bytes));
    }

    private SstableEntry unreadable(ReadableSstable sstable, IOException e) {
        LOG.warn("manifest {}: {} cannot be read", key, sstable.descriptor(), e);
        return new UnreadableSstable(
                sstable.descriptor(),
                sstable.directory(),
                sstable.components(),
                new UnreadableReason(UnreadableReason.Code.UNREADABLE_FILE, "a file cannot be read: " + e));
    }
}
