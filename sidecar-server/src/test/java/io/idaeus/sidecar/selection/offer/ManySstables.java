/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.offer;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.ComponentInfo;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.ImportedSstables;
import io.idaeus.sidecar.selection.Selector;
import io.idaeus.sidecar.selection.check.Destination;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A source with any number of SSTables of a few KiB, each made when it is asked for, and a node to plan them for. */
public final class ManySstables {
    public static final TableRef USERS = new TableRef("shop", "users");
    public static final TableDefinition DEFINITION = new TableDefinition(
            List.of(new TableDefinition.Column("id", "int", "partition_key", 0, "none")),
            List.of(),
            List.of(),
            List.of(),
            864_000,
            List.of());
    private static final String HOST = "11111111-1111-4111-8111-111111111111";
    private static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";
    private static final String TOC = "Q1JDLmRiCkRhdGEuZGIKRGlnZXN0LmNyYzMyCkZpbHRlci5kYgpJbmRleC5kYgo=";
    private static final List<String> COMPONENTS = List.of(
            "CompressionInfo.db",
            "CRC.db",
            "Data.db",
            "Digest.crc32",
            "Filter.db",
            "Index.db",
            "Statistics.db",
            "Summary.db",
            "TOC.txt");

    private ManySstables() {}

    public static TableDefinition withGrace(int seconds) {
        return new TableDefinition(DEFINITION.columns(), List.of(), List.of(), List.of(), seconds, List.of());
    }

    public static Offer offer() {
        TokenRanges all = TokenRanges.fullRing();
        return new Offer(0, HOST, "there", MURMUR3, USERS, all, all, true, all, null, null);
    }

    /** @param certain what the source certainly owned at its snapshot; null where that is unknown */
    public static Offer offer(int source, TokenRanges requested, @Nullable TokenRanges certain, boolean slices) {
        return new Offer(
                source,
                source + HOST.substring(1),
                "there",
                MURMUR3,
                USERS,
                certain == null ? TokenRanges.of() : certain,
                certain,
                slices,
                requested,
                null,
                null);
    }

    public static Selector selector(Offer... offers) {
        TransferRequest request = TransferRequest.builder(List.of(SourceRef.at("http://127.0.0.1:1")), List.of(USERS))
                .build();
        return selector(request, TokenRanges.fullRing(), false, Map.of(), new ImportedSstables(), offers);
    }

    public static Selector selector(
            TransferRequest request,
            TokenRanges owned,
            boolean merged,
            Map<String, String> missingCompressors,
            ImportedSstables imported,
            Offer... offers) {
        Destination destination = new Destination(
                "22222222-2222-4222-8222-222222222222",
                "here",
                Set.of(),
                "5.0.9",
                MURMUR3,
                "CASSANDRA_4",
                null,
                missingCompressors,
                List.of(new Destination.StagingRoot(
                        Path.of("/var/lib/cassandra/idaeus-staging"), Long.MAX_VALUE, 0.1, true)),
                List.of(new Destination.Table(
                        USERS,
                        false,
                        "0123456789abcdef0123456789abcdef",
                        DEFINITION,
                        owned,
                        header(),
                        Map.of(),
                        false)));
        return new Selector(
                "0190a000-0000-7000-8000-000000000000",
                request,
                destination,
                List.of(offers),
                merged,
                imported,
                0,
                Instant.EPOCH);
    }

    /** The SSTables from one index up to another, of so many. */
    public static OfferPage page(int from, int to, int total) {
        return new OfferPage(DEFINITION, null, false, sstables(from, to), to == total, total);
    }

    public static List<ManifestSstable> sstables(int from, int to) {
        return IntStream.range(from, to).mapToObj(ManySstables::sstable).toList();
    }

    public static String name(int index) {
        return "nb-%d-big".formatted(index + 1);
    }

    private static ManifestSstable sstable(int index) {
        List<ManifestComponent> components = IntStream.range(0, COMPONENTS.size())
                .mapToObj(i -> component(index, COMPONENTS.get(i)))
                .toList();
        SstableStatistics statistics = new SstableStatistics(
                Long.toString(index * 1000L),
                Long.toString(index * 1000L + 10),
                "00",
                "01",
                1,
                0,
                null,
                null,
                false,
                "1",
                "2",
                MURMUR3,
                "LZ4Compressor",
                HOST,
                false,
                header());
        List<ComponentInfo> files = components.stream()
                .map(component -> new ComponentInfo(component.name(), component.bytes()))
                .toList();
        return new ManifestSstable(
                new SstableInfo(name(index), "nb", "big", "/data", 9000, files, null, null, statistics, null),
                components);
    }

    private static ManifestComponent component(int sstable, String name) {
        boolean inline = name.equals("TOC.txt");
        return new ManifestComponent(
                name,
                inline ? 47 : 1000 + sstable % 100,
                "%08x".formatted(sstable * 31 + name.hashCode()),
                name.equals("Data.db") ? ChecksumOrigin.CASSANDRA : ChecksumOrigin.SIDECAR,
                inline ? TOC : null);
    }

    private static SerializationHeader header() {
        return new SerializationHeader("org.apache.cassandra.db.marshal.Int32Type", List.of(), Map.of(), Map.of());
    }
}
