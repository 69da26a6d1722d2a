/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ChecksumOrigin;
import io.idaeus.api.ManifestComponent;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.fetch.Compression;
import io.idaeus.sidecar.fetch.SourceConnections;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.transfer.job.ProgressCounter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileCompressionTest {
    private final ProgressCounter progress = new ProgressCounter(InstantSource.system());

    @ParameterizedTest
    @EnumSource(Compression.Mode.class)
    void aSourceThatCannotIsNotAsked(Compression.Mode mode) {
        FileCompression none = FileCompression.of(source(false), mode, progress);

        assertThat(none.open()).isSameAs(Compression.off());
        assertThat(none.dense()).isSameAs(Compression.off());
    }

    @Test
    void offAsksNoSource() {
        FileCompression none = FileCompression.of(source(true), Compression.Mode.OFF, progress);

        assertThat(none.open()).isSameAs(Compression.off());
        assertThat(none.dense()).isSameAs(Compression.off());
    }

    @Test
    void whatCassandraHasCompressedIsComparedByItself() {
        FileCompression auto = FileCompression.of(source(true), Compression.Mode.AUTO, progress);
        PlannedSstable plain = sstable("Data.db", "Filter.db", "Index.db");
        PlannedSstable compressed = sstable("Data.db", "Filter.db", "Index.db", "CompressionInfo.db");

        assertThat(auto.dense()).isNotSameAs(auto.open());
        assertThat(auto.of(plain, plain.components().get(0))).isSameAs(auto.open());
        assertThat(auto.of(plain, plain.components().get(1))).isSameAs(auto.dense());
        assertThat(auto.of(plain, plain.components().get(2))).isSameAs(auto.open());
        assertThat(auto.of(compressed, compressed.components().get(0))).isSameAs(auto.dense());
        assertThat(auto.of(compressed, compressed.components().get(2))).isSameAs(auto.open());
    }

    private static FakeSource source(boolean compresses) {
        return new FakeSource(request -> new CompletableFuture<>(), null, SourceConnections::fixed, compresses);
    }

    private static PlannedSstable sstable(String... components) {
        List<ManifestComponent> files = Arrays.stream(components)
                .map(name -> new ManifestComponent(name, 1, "00000000", ChecksumOrigin.CASSANDRA, null))
                .toList();
        return new PlannedSstable(0, "host", new TableRef("shop", "orders"), "nb-1-big", 0, 1, 1, files, Path.of("x"));
    }
}
