/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.TableRef;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.Bundles;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Fetching;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.OfferPage;
import io.idaeus.sidecar.transfer.source.BundledComponent;
import io.idaeus.sidecar.transfer.source.ComponentFetcher;
import io.idaeus.sidecar.transfer.source.ComponentRequest;
import io.idaeus.sidecar.transfer.source.FetchTerms;
import io.idaeus.sidecar.transfer.source.SourceDescription;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.wire.Bundle;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A source that only serves bytes.
 *
 * @param many null for a source without bundles
 * @param causes failures that its fetcher brings about itself
 * @param describing describes slices of SSTables with these names
 */
record FakeSource(
        Function<ComponentRequest, CompletableFuture<FetchResult>> one,
        @Nullable Function<List<BundledComponent>, CompletableFuture<BundleResult>> many,
        Predicate<FetchResult.Failed> causes,
        Function<List<String>, List<SliceDescription>> describing)
        implements SstableSource {
    private static final int CONNECTIONS = 2;

    FakeSource(
            Function<ComponentRequest, CompletableFuture<FetchResult>> one,
            @Nullable Function<List<BundledComponent>, CompletableFuture<BundleResult>> many) {
        this(one, many, failed -> false);
    }

    FakeSource(
            Function<ComponentRequest, CompletableFuture<FetchResult>> one,
            @Nullable Function<List<BundledComponent>, CompletableFuture<BundleResult>> many,
            Predicate<FetchResult.Failed> causes) {
        this(one, many, causes, names -> {
            throw new AssertionError("this source describes no slices");
        });
    }

    @Override
    public SourceDescription description() {
        return new SourceDescription("host", "cluster", "partitioner", true);
    }

    @Override
    public ComponentFetcher fetcher(FetchTerms terms) {
        return new ComponentFetcher() {
            @Override
            public Together together() {
                return many == null
                        ? Together.NEVER
                        : new Together(Bundles.MAX_FILES, Bundles.MAX_BYTES, Bundles.MAX_FILE_BYTES, Bundle.MAX_RANGES);
            }

            @Override
            public int slots() {
                return 2 * CONNECTIONS;
            }

            @Override
            public int connections() {
                return CONNECTIONS;
            }

            @Override
            public void expect(long bytes) {}

            @Override
            public void adapt(boolean failing) {}

            @Override
            public boolean hasCaused(FetchResult.Failed failure) {
                return causes.test(failure);
            }

            @Override
            public Fetching<FetchResult> fetch(ComponentRequest request) {
                return fetching(one.apply(request));
            }

            @Override
            public Fetching<BundleResult> fetchTogether(List<BundledComponent> requests) {
                if (many == null) {
                    throw new AssertionError("this source serves no bundles");
                }
                return fetching(many.apply(requests));
            }
        };
    }

    private static <R> Fetching<R> fetching(CompletableFuture<R> result) {
        if (result instanceof Fetching<R> already) {
            return already;
        }
        Fetching<R> fetching = new Fetching<>();
        CompletableFuture<R> unusedEnd = fetching.whenComplete((given, failure) -> {
            if (fetching.isCancelled()) {
                result.cancel(true);
            }
            fetching.end();
        });
        CompletableFuture<R> unusedResult = result.whenComplete((given, failure) -> {
            if (failure == null) {
                fetching.complete(given);
            } else {
                fetching.completeExceptionally(failure);
            }
        });
        return fetching;
    }

    @Override
    public TokenRanges owned(String keyspace) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Integer gcGraceNow(TableRef table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void lease(String transfer, String snapshot, Duration ttl, boolean clearOnRelease) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void release(String transfer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void takeSnapshot(String snapshot, List<TableRef> tables, @Nullable Boolean skipFlush) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<TableRef> tables(String snapshot) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Instant snapshotTime(String snapshot) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Iterator<OfferPage> manifest(String snapshot, TableRef table, List<String> ranges) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<SliceDescription> slices(String snapshot, TableRef table, List<String> ranges, List<String> sstables) {
        return describing.apply(sstables);
    }

    @Override
    public Iterator<OfferPage> listing(@Nullable String snapshot, TableRef table, List<String> ranges) {
        throw new UnsupportedOperationException();
    }
}
