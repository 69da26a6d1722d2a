/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.api.TableRef;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.sidecar.description.SstableViews;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Fetching;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.OfferPage;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.transfer.source.BundledComponent;
import io.idaeus.sidecar.transfer.source.ComponentFetcher;
import io.idaeus.sidecar.transfer.source.ComponentRequest;
import io.idaeus.sidecar.transfer.source.FetchTerms;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.idaeus.sidecar.transfer.source.SourceDescription;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.transfer.source.SstableSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** A source of another kind than a sidecar: the SSTables of one table in a directory. Nobody changes them. */
final class DirectorySource implements SstableSource, SstableSources {
    private final Path directory;
    private final TableDefinition definition;
    private final int most;

    /** The components that arrived, in that order. */
    final List<String> arrived = new CopyOnWriteArrayList<>();

    /** Told of each that arrived. */
    volatile Consumer<String> arrivals = name -> {};

    /** @param most components that it brings; for others it never has an answer */
    DirectorySource(Path directory, TableDefinition definition, int most) {
        this.directory = directory;
        this.definition = definition;
        this.most = most;
    }

    @Override
    public SstableSource contact(SourceRef source) {
        return this;
    }

    @Override
    public SstableSource contact(PinnedSource source) {
        return this;
    }

    @Override
    public SourceDescription description() {
        return new SourceDescription("archive", "archive", "org.apache.cassandra.dht.Murmur3Partitioner", false);
    }

    @Override
    public TokenRanges owned(String keyspace) {
        return TokenRanges.fullRing();
    }

    @Override
    public void lease(String transfer, String snapshot, Duration ttl, boolean clearOnRelease) {}

    @Override
    public void release(String transfer) {}

    @Override
    public void takeSnapshot(String snapshot, List<TableRef> tables, @Nullable Boolean skipFlush) {}

    @Override
    public Set<TableRef> tables(String snapshot) {
        return Set.of();
    }

    @Override
    public Instant snapshotTime(String snapshot) {
        return Instant.now();
    }

    @Override
    public @Nullable Integer gcGraceNow(TableRef table) {
        return null;
    }

    @Override
    public Iterator<OfferPage> manifest(String snapshot, TableRef table, List<String> ranges) {
        List<ManifestSstable> sstables = sstables();
        return List.of(new OfferPage(definition, null, false, sstables, true, sstables.size()))
                .iterator();
    }

    @Override
    public List<SliceDescription> slices(String snapshot, TableRef table, List<String> ranges, List<String> sstables) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Iterator<OfferPage> listing(@Nullable String snapshot, TableRef table, List<String> ranges) {
        return manifest("", table, ranges);
    }

    private List<ManifestSstable> sstables() {
        try {
            return new SstableCatalog(1000)
                    .snapshot(List.of(directory)).stream()
                            .map(entry -> described(SstableViews.info(entry, TokenRanges.fullRing())))
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ManifestSstable described(SstableInfo sstable) {
        return new ManifestSstable(
                sstable,
                sstable.components().stream()
                        .map(component -> new ManifestComponent(
                                component.name(),
                                component.bytes(),
                                crc32(read(sstable.name(), component.name())),
                                ChecksumOrigin.SIDECAR,
                                null))
                        .toList());
    }

    private byte[] read(String sstable, String component) {
        try {
            return Files.readAllBytes(directory.resolve(sstable + "-" + component));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return "%08x".formatted(crc.getValue());
    }

    @Override
    public ComponentFetcher fetcher(FetchTerms terms) {
        return new ComponentFetcher() {
            @Override
            public Together together() {
                return Together.NEVER;
            }

            @Override
            public int slots() {
                return 1;
            }

            @Override
            public int connections() {
                return 1;
            }

            @Override
            public void expect(long bytes) {}

            @Override
            public void adapt(boolean failing) {}

            @Override
            public boolean hasCaused(FetchResult.Failed failure) {
                return false;
            }

            @Override
            public Fetching<FetchResult> fetch(ComponentRequest request) {
                return copied(request);
            }

            @Override
            public Fetching<BundleResult> fetchTogether(List<BundledComponent> requests) {
                throw new AssertionError("never together");
            }
        };
    }

    private static boolean isThere(ComponentRequest request) {
        try {
            return Files.exists(request.destination())
                    && request.crc32().toString().equals(crc32(Files.readAllBytes(request.destination())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Fetching<FetchResult> copied(ComponentRequest request) {
        Fetching<FetchResult> fetching = new Fetching<>();
        fetching.end();
        if (isThere(request)) {
            fetching.complete(new FetchResult.AlreadyThere(request.size()));
        } else if (arrived.size() < most) {
            try {
                byte[] bytes = read(request.sstable(), request.component());
                Files.write(request.destination(), bytes);
                request.progress().accept(bytes.length);
                String name = request.sstable() + "-" + request.component();
                arrived.add(name);
                arrivals.accept(name);
                fetching.complete(new FetchResult.Fetched(bytes.length, 0));
            } catch (IOException e) {
                fetching.completeExceptionally(e);
            }
        }
        return fetching;
    }
}
