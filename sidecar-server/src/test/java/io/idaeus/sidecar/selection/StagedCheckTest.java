/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.sstable.ComponentInfo;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.DroppedColumn;
import io.idaeus.api.sstable.TableDefinition.Index;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.check.Destination;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StagedCheckTest {
    private static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final Path ROOT = Path.of("/staging");
    private static final SerializationHeader HEADER =
            new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of("name", "UTF8Type"));

    private boolean system;
    private List<String> flags = List.of();
    private TokenRanges owned = TokenRanges.fullRing();
    private boolean onDataFileSystem = true;
    private ImportOptions options;
    private List<String> accept;
    private List<Column> columns = List.of();
    private List<DroppedColumn> dropped = List.of();
    private List<Index> indexes = List.of();

    @Test
    void whatFitsIsImported() {
        Selection selection = check(sstable("nb-1-big", HEADER, "host-a"));

        assertThat(selection.refused()).isFalse();
        assertThat(selection.findings()).isEmpty();
        assertThat(selection.cleanupDue()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"VIEW, VIEW", "ACCORD, ACCORD_TABLE", "CDC, CDC_TABLE", "HAS_VIEWS, HAS_VIEWS"})
    void theTableIsCheckedAsByAPlan(String flag, String code) {
        flags = List.of(flag);

        assertRefused(code, sstable("nb-1-big", HEADER, "host-a"));
    }

    @Test
    void aSystemKeyspaceIsRefused() {
        system = true;

        assertRefused("SYSTEM_KEYSPACE", sstable("nb-1-big", HEADER, "host-a"));
    }

    // Cassandra imports them, and reads fail or return garbage.
    @Test
    void otherTypesThanTheTablesAreRefused() {
        SerializationHeader other =
                new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of("name", "Int32Type"));

        assertRefused("HEADER_MISMATCH", sstable("nb-1-big", other, "host-a"));
    }

    @Test
    void aFormatThatTheNodeCannotReadIsRefused() {
        assertRefused("FORMAT_UNREADABLE", sstable("oa-1-big", HEADER, "host-a"));
    }

    @Test
    void whatNoNodeWroteIsImported() {
        assertThat(check(sstable("nb-1-big", HEADER, null)).findings()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsRefusedUnlessAccepted() {
        SstableInfo bad = new SstableInfo(
                "nb-1-big",
                "nb",
                "big",
                "/staging",
                110,
                List.of(),
                null,
                null,
                null,
                new SstableProblem("CORRUPT_STATISTICS", "CRC differs"));

        assertRefused("SSTABLE_UNREADABLE", bad);
    }

    @Test
    void aRootOnAnotherFileSystemIsRefusedUnlessFilesAreCopiedAnyway() {
        onDataFileSystem = false;
        assertRefused("STAGING_ELSEWHERE", sstable("nb-1-big", HEADER, "host-a"));

        options = new ImportOptions(true, null, null, null, null, null, null, null, null, null);
        assertThat(check(sstable("nb-1-big", HEADER, "host-a")).refused()).isFalse();
    }

    @Test
    void aCleanupIsDueWhereNobodyChecksTheTokens() {
        owned = TokenRanges.of(new TokenRange(100, 200));
        assertThat(check(sstable("nb-1-big", HEADER, "host-a")).cleanupDue())
                .as("Cassandra checks them")
                .isEmpty();

        options = new ImportOptions(null, null, null, null, true, null, null, null, null, null);
        Selection selection = check(sstable("nb-1-big", HEADER, "host-a"));
        assertThat(selection.cleanupDue()).containsExactly(USERS);
        assertThat(selection.findings()).extracting(Finding::code).containsExactly("CLEANUP_DUE");

        options = null;
        owned = TokenRanges.of();
        assertThat(check(sstable("nb-1-big", HEADER, "host-a")).cleanupDue()).containsExactly(USERS);
    }

    // Their node may have had the same drop, or never one: nothing in the files says so.
    @Test
    void valuesThatThisNodeWouldHideAreRefusedUntilAccepted() {
        columns = List.of(new Column("name", "text", "regular", -1, "NONE"));
        dropped = List.of(new DroppedColumn("name", "text", "regular", Instant.EPOCH.plusSeconds(1)));
        assertRefused("VALUES_STAY_HIDDEN", sstable("nb-1-big", HEADER, "host-a"));

        accept = List.of("VALUES_STAY_HIDDEN");
        assertThat(check(sstable("nb-1-big", HEADER, "host-a")).refused()).isFalse();
        accept = null;
        dropped = List.of(new DroppedColumn("other", "text", "regular", Instant.EPOCH.plusSeconds(1)));
        assertThat(check(sstable("nb-1-big", HEADER, "host-a")).findings()).isEmpty();
    }

    @Test
    void filesOfAnIndexThatTheTableDoesNotHaveAreRefusedUntilAccepted() {
        SstableInfo indexed =
                withComponents("SI_by_name.db", "SAI+aa+by_age+Meta.db", "SAI+aa+GroupMeta.db", "Data.db");

        assertRefused("INDEX_FILES", indexed);
        assertThat(check(indexed).findings().get(0).detail())
                .contains("SI_by_name.db", "SAI+aa+by_age+Meta.db", "SAI+aa+GroupMeta.db")
                .doesNotContain("Data.db");
        accept = List.of("INDEX_FILES");
        assertThat(check(indexed).refused()).isFalse();
    }

    @Test
    void filesOfTheTablesOwnIndexesAreImported() {
        indexes = List.of(
                new Index("by_name", "CUSTOM", Map.of("target", "name")),
                new Index("by_age", "CUSTOM", Map.of("target", "age")));

        assertThat(check(withComponents("SI_by_name.db", "SAI+aa+by_age+Meta.db", "SAI+aa+GroupMeta.db"))
                        .findings())
                .isEmpty();
    }

    private static SstableInfo withComponents(String... names) {
        SstableInfo plain = sstable("nb-1-big", HEADER, "host-a");
        return new SstableInfo(
                plain.name(),
                plain.version(),
                plain.format(),
                plain.directory(),
                plain.bytes(),
                Stream.of(names).map(name -> new ComponentInfo(name, 10)).toList(),
                null,
                null,
                plain.statistics(),
                null);
    }

    private void assertRefused(String code, SstableInfo sstable) {
        Selection selection = check(sstable);

        assertThat(selection.refused()).isTrue();
        assertThat(selection.findings()).extracting(Finding::code).containsExactly(code);
    }

    private Selection check(SstableInfo... sstables) {
        Destination destination = new Destination(
                "host-b",
                "here",
                Set.of(),
                "5.0.9",
                MURMUR3,
                "CASSANDRA_4",
                null,
                Map.of(),
                List.of(new Destination.StagingRoot(ROOT, 1_000_000, 0.1, onDataFileSystem)),
                List.of(new Destination.Table(
                        USERS,
                        system,
                        "0123456789abcdef0123456789abcdef",
                        new TableDefinition(columns, dropped, List.of(), indexes, 864_000, flags),
                        owned,
                        HEADER,
                        Map.of(),
                        false)));
        ImportRequest request = new ImportRequest("shop", "users", List.of("/staging/x"), options, accept);
        return StagedCheck.of(request, destination, Set.of(ROOT), List.of(sstables));
    }

    private static SstableInfo sstable(String name, SerializationHeader header, String hostId) {
        SstableStatistics statistics = new SstableStatistics(
                "-5",
                "5",
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
                hostId,
                false,
                header);
        return new SstableInfo(
                name, name.substring(0, 2), "big", "/staging", 110, List.of(), null, null, statistics, null);
    }
}
