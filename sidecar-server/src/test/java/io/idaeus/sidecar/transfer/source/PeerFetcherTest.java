/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.TransferRequest.Compression;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Fetcher;
import io.idaeus.sidecar.fetch.Fetching;
import io.idaeus.sidecar.fetch.SourceConnections;
import io.idaeus.sidecar.fetch.connection.PeerPath;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.wire.Bundle;
import io.idaeus.sidecar.wire.CompressedBlock;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choices that make a fetch from a peer fast. */
@Timeout(60)
class PeerFetcherTest {
    private static final int SECONDS = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final InetSocketAddress PEER = InetSocketAddress.createUnresolved("127.0.0.1", 1);
    private static final FetchResult.Failed BUSY =
            new FetchResult.Failed(FetchResult.Reason.PEER_BUSY, "429", Duration.ofMinutes(10), null);
    private static final FetchResult.Failed DISK =
            new FetchResult.Failed(FetchResult.Reason.DISK_FULL, "full", null, null);

    private final List<FetchRequest> asked = new ArrayList<>();
    private final List<List<BundleEntry>> together = new ArrayList<>();
    private final AtomicLong seconds = new AtomicLong();

    /** Over a long and lossy path, where each connection brings as much as the others. */
    private final Fetcher lossy = new Fetcher() {
        @Override
        public Fetching<FetchResult> fetch(FetchRequest request) {
            asked.add(request);
            seconds.incrementAndGet();
            request.progress().accept(request.permits().limit());
            return new Fetching<>();
        }

        @Override
        public Fetching<BundleResult> fetchTogether(List<BundleEntry> entries) {
            together.add(entries);
            return new Fetching<>();
        }

        @Override
        public SourceConnections adapt(String name, InetSocketAddress peer, ConnectionPermits permits) {
            return new SourceConnections(
                    name,
                    permits,
                    8,
                    () -> new PeerPath.Reading(Duration.ofMillis(80), seconds.get()),
                    () -> seconds.get() * 1_000_000_000);
        }
    };

    private ComponentFetcher fetcher(PeerSettings settings, @Nullable Integer connections) {
        return fetcher(List.of(), settings, connections, null);
    }

    private ComponentFetcher fetcher(
            List<String> capabilities,
            PeerSettings settings,
            @Nullable Integer connections,
            @Nullable Compression compression) {
        return new PeerFetcher(
                lossy,
                PEER,
                capabilities,
                settings,
                new FetchTerms("t1", connections, ThrottleChain.unlimited(), compression, (wire, plain) -> {}));
    }

    private static PeerSettings settings(boolean adapt) {
        return new PeerSettings(2, adapt, Compression.OFF, TIMEOUT);
    }

    private static ComponentRequest request() {
        return new ComponentRequest(
                "tag",
                new TableRef("shop", "users"),
                "nb-1-big",
                "Data.db",
                100,
                new Crc32(0),
                Path.of("Data.db"),
                bytes -> {},
                null);
    }

    private void fetch(ComponentFetcher fetcher) {
        fetcher.expect(100L * SECONDS);
        for (int i = 0; i < SECONDS; i++) {
            fetcher.adapt(false);
            Fetching<FetchResult> unused = fetcher.fetch(request());
        }
    }

    @Test
    void connectionsAreAddedWhereThatIsFaster() {
        ComponentFetcher fetcher = fetcher(settings(true), null);

        fetch(fetcher);

        assertThat(fetcher.connections()).isEqualTo(8);
        assertThat(fetcher.slots()).isEqualTo(16);
    }

    @Test
    void aNumberThatTheRequestOrTheSettingsFixStays() {
        ComponentFetcher requested = fetcher(settings(true), 3);
        ComponentFetcher set = fetcher(settings(false), null);

        fetch(requested);
        fetch(set);

        assertThat(requested.connections()).isEqualTo(3);
        assertThat(set.connections()).isEqualTo(2);
    }

    @Test
    void aRefusedFurtherConnectionIsGivenUp() {
        ComponentFetcher fetcher = fetcher(settings(true), null);
        fetcher.expect(100L * SECONDS);
        for (int i = 0; i < SECONDS && fetcher.connections() == 2; i++) {
            fetcher.adapt(false);
            Fetching<FetchResult> unused = fetcher.fetch(request());
        }
        assertThat(fetcher.connections()).isGreaterThan(2);

        assertThat(fetcher.hasCaused(DISK)).isFalse();
        assertThat(fetcher.hasCaused(BUSY)).isTrue();
        assertThat(fetcher.connections()).isEqualTo(2);
        fetch(fetcher);
        assertThat(fetcher.connections()).as("for good").isEqualTo(2);
        assertThat(fetcher.hasCaused(BUSY)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "     , OFF , true , false",
        "     , ZSTD, true , true",
        "OFF  , ZSTD, true , false",
        "ZSTD , OFF , true , true",
        "ZSTD , ZSTD, false, false",
    })
    void onlyZstdAsksForCompressedFilesAndOnlyASourceThatCompresses(
            @Nullable Compression wanted, Compression configured, boolean compresses, boolean expected) {
        ComponentFetcher fetcher = fetcher(
                compresses ? List.of(CompressedBlock.CAPABILITY) : List.of(),
                new PeerSettings(2, false, configured, TIMEOUT),
                null,
                wanted);

        fetch(fetcher);

        Set<io.idaeus.sidecar.fetch.CompressionChoice> used =
                asked.stream().map(FetchRequest::compression).collect(Collectors.toSet());
        assertThat(used).as("shared by all files of a source").singleElement().satisfies(each -> assertThat(
                        each != io.idaeus.sidecar.fetch.CompressionChoice.off())
                .isEqualTo(expected));
    }

    @Test
    void onlyASourceThatServesBundlesIsAskedForThem() {
        assertThat(fetcher(settings(false), null).together()).isEqualTo(ComponentFetcher.Together.NEVER);

        ComponentFetcher fetcher = fetcher(List.of(Bundle.CAPABILITY), settings(false), null, null);
        assertThat(fetcher.together().components()).isPositive();
        Fetching<BundleResult> unused = fetcher.fetchTogether(List.of(new BundledComponent(request(), null)));

        assertThat(together)
                .singleElement()
                .satisfies(entries -> assertThat(entries).singleElement().satisfies(entry -> {
                    assertThat(entry.request().peer()).isEqualTo(PEER);
                    assertThat(entry.request().component().toString()).contains("nb-1-big");
                }));
    }
}
