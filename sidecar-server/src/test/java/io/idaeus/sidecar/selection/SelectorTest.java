/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.check.SnapshotAge;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferPage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final String ID = "0123456789abcdef0123456789abcdef";
    private static final SerializationHeader HEADER =
            new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of("name", "UTF8Type"));

    private TableDefinition theirs = definition(List.of(), "text");
    private TableDefinition ours = definition(List.of(), "text");
    private String cassandra = "5.0.9";
    private String mode = "CASSANDRA_4";
    private String theirCluster = "there";
    private Set<String> members = Set.of("host-a", "host-b");
    private String ourPartitioner = MURMUR3;
    private TokenRanges owned = TokenRanges.fullRing();
    private TokenRanges ownedBySource = TokenRanges.fullRing();
    private boolean ownedAtSnapshot = true;
    private boolean slices = true;
    private TokenRanges requested = TokenRanges.fullRing();
    private final Map<Offer, OfferPage> others = new LinkedHashMap<>();
    private Instant snapshot;
    private PartialOverlapPolicy partial = PartialOverlapPolicy.EXCLUDE;
    private boolean unlisted;
    private @Nullable Integer gcGraceNow;
    private @Nullable String definitionUnknown;
    private List<String> accept;
    private ImportOptions options;
    private long free = 1_000_000;
    private boolean onDataFileSystem = true;
    private Destination.StagingRoot root;
    private String importFailure;
    private String keyspaceTables = "shop";
    private String tableId = ID;
    private boolean empty;
    private String named;
    private final ImportedSstables imported = new ImportedSstables();

    @Test
    void whatLiesWithinIsMovedToADirectoryOfItsOwnShapedAsCassandraTakesIt() {
        Selection selection = select(sstable("nb-1-big", -5, 5));

        assertThat(selection.refused()).isFalse();
        assertThat(selection.findings()).isEmpty();
        assertThat(selection.bytes()).isEqualTo(110);
        assertThat(selection.files()).isEqualTo(2);
        assertThat(selection.sstables())
                .singleElement()
                .extracting(SelectedSstable::directory)
                .isEqualTo(Path.of("/staging/t1/0-host-a/nb-1-big/shop/users-" + ID));
    }

    @Test
    void whatAnEarlierTransferImportedIsOnlyCounted() {
        Selection earlier = select(sstable("nb-1-big", -5, 5), sstable("nb-2-big", 1, 2), sstable("nb-3-big", 1, 2));
        imported.add(earlier, List.of(0, 1));

        Selection selection = select(sstable("nb-1-big", -5, 5), sstable("nb-2-big", 1, 2), sstable("nb-3-big", 1, 2));

        assertThat(selection.sstables()).extracting(SelectedSstable::name).containsExactly("nb-3-big");
        assertThat(selection.importedEarlier()).isEqualTo(2);
        assertThat(selection.excluded()).isEmpty();
        assertThat(selection.findings()).isEmpty();
    }

    @Test
    void nothingNewIsNoFinding() {
        imported.add(select(sstable("nb-1-big", -5, 5)), List.of(0));

        Selection selection = select(sstable("nb-1-big", -5, 5));

        assertThat(selection.sstables()).isEmpty();
        assertThat(selection.findings()).isEmpty();
    }

    @Test
    void anotherFileOfTheSameNameMovesAgain() {
        imported.add(select(sstable("nb-1-big", -5, 5)), List.of(0));

        Selection selection = select(withData(sstable("nb-1-big", -5, 5), "00000001"));

        assertThat(selection.sstables()).hasSize(1);
        assertThat(selection.importedEarlier()).isZero();
    }

    @Test
    void whatWentIntoATableThatWasDroppedSinceMovesAgain() {
        imported.add(select(sstable("nb-1-big", -5, 5)), List.of(0));
        tableId = "ffffffffffffffffffffffffffffffff";

        assertThat(select(sstable("nb-1-big", -5, 5)).sstables()).hasSize(1);
    }

    @Test
    void whatSpansTokensOutsideTheRangesIsExcludedAndNamed() {
        requested = TokenRanges.of(new TokenRange(0, 100));

        Selection selection =
                select(sstable("nb-1-big", 1, 100), sstable("nb-2-big", 50, 101), sstable("nb-3-big", 200, 300));

        assertThat(selection.sstables()).extracting(SelectedSstable::name).containsExactly("nb-1-big");
        assertThat(selection.excluded()).singleElement().satisfies(excluded -> {
            assertThat(excluded.name()).isEqualTo("nb-2-big");
            assertThat(excluded.reason()).isEqualTo("spans tokens outside the requested ranges");
        });
        assertThat(codes(selection)).containsExactly("PARTIAL_SSTABLES", "OVERLAPS_EXCLUDED");
    }

    @Test
    void anSstableOfANodeWhoseRangeGoesAroundTheRingFitsWhereThatRangeIsAskedFor() {
        ownedBySource = TokenRanges.of(new TokenRange(100, -100));
        requested = ownedBySource;

        Selection selection = select(sstable("nb-1-big", -1000, 1000));

        assertThat(selection.sstables()).hasSize(1);
        assertThat(selection.findings()).isEmpty();
    }

    @Test
    void whatItsNodeOwnsOnlyInOtherRangesIsExcludedAndNamed() {
        ownedBySource = TokenRanges.of(new TokenRange(100, -100));
        requested = TokenRanges.of(new TokenRange(-50, 50));

        Selection selection = select(sstable("nb-1-big", -1000, 1000));

        assertThat(selection.sstables()).isEmpty();
        assertThat(selection.excluded()).singleElement().satisfies(excluded -> {
            assertThat(excluded.name()).isEqualTo("nb-1-big");
            assertThat(excluded.reason()).contains("its node owns none");
        });
        assertThat(codes(selection)).containsExactlyInAnyOrder("NOT_OWNED_BY_SOURCE", "NOTHING_TO_MOVE");
    }

    @Test
    void whatAnotherSourceOwnsIsNotMissing() {
        ownedBySource = TokenRanges.of(new TokenRange(100, -100));
        requested = TokenRanges.of(new TokenRange(-50, 50));
        others.put(offer(1, "host-c", TokenRanges.of(new TokenRange(-100, 100))), page(sstable("nb-7-big", -20, 30)));

        Selection selection = select(sstable("nb-1-big", -1000, 1000));

        assertThat(selection.sstables()).extracting(SelectedSstable::name).containsExactly("nb-7-big");
        assertThat(selection.excluded()).isEmpty();
        assertThat(selection.ownedByOtherSource())
                .extracting(TransferSstable::name)
                .containsExactly("nb-1-big");
        assertThat(codes(selection)).containsExactly("OWNED_BY_OTHER_SOURCE");
    }

    @Test
    void anExistingSnapshotIsNotJudgedByWhatItsNodeHoldsNow() {
        ownedAtSnapshot = false;
        ownedBySource = TokenRanges.of(new TokenRange(100, -100));
        requested = TokenRanges.of(new TokenRange(-50, 50));

        Selection selection = select(sstable("nb-1-big", -1000, 1000), sstable("nb-2-big", -10, 10));

        assertThat(selection.sstables()).extracting(SelectedSstable::name).containsExactly("nb-2-big");
        assertThat(selection.excluded()).extracting(TransferSstable::name).containsExactly("nb-1-big");
        assertThat(codes(selection)).containsExactlyInAnyOrder("PARTIAL_SSTABLES", "OVERLAPS_EXCLUDED");
    }

    @Test
    void anExistingSnapshotOfATwinFitsSinceCassandraChecksEveryToken() {
        ownedAtSnapshot = false;
        ownedBySource = TokenRanges.of(new TokenRange(100, -100));
        owned = ownedBySource;
        requested = ownedBySource;

        assertThat(select(sstable("nb-1-big", -1000, 1000)).sstables()).hasSize(1);
        requested = TokenRanges.of(new TokenRange(100, -500));
        assertThat(select(sstable("nb-1-big", -1000, 1000)).excluded()).hasSize(1);
    }

    @Test
    void whatIsIncludedWholeIsOwnedOnlyWhereItsBoundsAre() {
        ownedBySource = TokenRanges.of(new TokenRange(0, 100));
        owned = ownedBySource;
        partial = PartialOverlapPolicy.INCLUDE;

        Selection selection = select(sstable("nb-1-big", -1000, 1000));

        assertThat(selection.sstables()).hasSize(1);
        assertThat(selection.cleanupDue()).containsExactly(USERS);
    }

    @Test
    void whatMovesBesideATombstoneThatMayStayIsRefusedUntilAccepted() {
        requested = TokenRanges.of(new TokenRange(0, 100));
        ManifestSstable[] offered = {
            sstable("nb-1-big", 10, 20), sstable("nb-2-big", 60, 70), sstable("nb-3-big", 50, 101)
        };

        assertThat(select(offered).refused()).isTrue();
        assertThat(select(offered).refusal()).contains("OVERLAPS_EXCLUDED").doesNotContain("PARTIAL_SSTABLES");

        accept = List.of("OVERLAPS_EXCLUDED");
        Selection selection = select(offered);
        assertThat(selection.refused()).isFalse();
        assertThat(selection.findings())
                .filteredOn(finding -> finding.code().equals("OVERLAPS_EXCLUDED"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
                    assertThat(finding.detail()).contains("(1 SSTables: nb-2-big)");
                });
        accept = null;
        partial = PartialOverlapPolicy.INCLUDE;
        assertThat(codes(select(offered))).doesNotContain("OVERLAPS_EXCLUDED");
    }

    @Test
    void whatIsExcludedBesideNothingThatMovesNeedsNoAcceptance() {
        requested = TokenRanges.of(new TokenRange(0, 100));

        Selection selection = select(sstable("nb-1-big", 10, 20), sstable("nb-3-big", 50, 101));

        assertThat(codes(selection)).containsExactly("PARTIAL_SSTABLES");
        assertThat(selection.refused()).isFalse();
    }

    @Test
    void valuesThatTheSourceHidesSinceADropAreRefusedUntilAccepted() {
        Instant drop = NOW.minusSeconds(60);
        theirs = dropped(drop);
        ManifestSstable before = written(NOW.minusSeconds(90), NOW.minusSeconds(70));
        ManifestSstable after = written(drop.plusMillis(1), NOW);

        assertThat(select(before).refused()).isTrue();
        assertThat(select(before).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("DROPPED_VALUES_RETURN");
            assertThat(finding.detail())
                    .contains("column name", drop.toString(), "never dropped it", "(1 SSTables: nb-1-big)")
                    .doesNotContain("ALTER TABLE");
        });
        assertThat(select(after).findings()).isEmpty();
        empty = true;
        // To the millisecond, as Cassandra keeps it.
        assertThat(select(before).findings().get(0).detail())
                .contains("ALTER TABLE \"shop\".\"users\" DROP \"name\" USING TIMESTAMP 1767225540000999; "
                        + "ALTER TABLE \"shop\".\"users\" ADD \"name\" text");
        accept = List.of("DROPPED_VALUES_RETURN");
        assertThat(select(before).refused()).isFalse();
    }

    @Test
    void valuesThatThisNodeHidesSinceADropAreRefusedUntilAccepted() {
        theirs = dropped(NOW.minusSeconds(100));
        ours = dropped(NOW.minusSeconds(60));
        ManifestSstable between = written(NOW.minusSeconds(90), NOW);

        assertThat(select(between).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("VALUES_STAY_HIDDEN");
            assertThat(finding.detail())
                    .contains(
                            NOW.minusSeconds(60).toString(),
                            NOW.minusSeconds(100).toString());
            assertThat(finding.remedy()).contains("a drop cannot be undone", "dropped and created again here");
        });
        assertThat(select(between).refused()).isTrue();
        accept = List.of("VALUES_STAY_HIDDEN");
        assertThat(select(between).refused()).isFalse();
        accept = List.of();
        assertThat(select(written(NOW.minusSeconds(120), NOW.minusSeconds(100))).findings())
                .as("hidden at both")
                .isEmpty();
        assertThat(select(written(NOW.minusSeconds(50), NOW)).findings())
                .as("visible at both")
                .isEmpty();
    }

    @Test
    void theSameDropAtBothIsNoFinding() {
        theirs = dropped(NOW);
        ours = dropped(NOW);

        assertThat(select(written(NOW.minusSeconds(9), NOW)).findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"+1000000000-12-31T23:59:59Z", "-1000000000-01-01T00:00:00Z"})
    void aDropAtTheEndsOfTimeIsCompared(Instant drop) {
        theirs = dropped(drop);

        boolean hidden = drop.isAfter(NOW);
        assertThat(codes(select(written(NOW.minusSeconds(9), NOW))))
                .isEqualTo(hidden ? List.of("DROPPED_VALUES_RETURN") : List.of());
    }

    @Test
    void aTableWithoutGraceNeedsAcceptanceUnlessItIsEmptyAndHasOneSource() {
        theirs = withGrace(0);
        snapshot = NOW;

        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("NO_GC_GRACE");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();
        accept = List.of("NO_GC_GRACE");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();

        accept = List.of();
        empty = true;
        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("NO_GC_GRACE");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();

        named = "of-any-age";
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();

        named = null;
        others.put(offer(1, "host-b", ownedBySource), page(sstable("nb-1-big", 1, 2)));
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();
    }

    @Test
    void countersOfTheOldKindAreRefusedUntilAccepted() {
        ManifestSstable old = sstable("nb-1-big", statistics(1, 2, HEADER, null, "host-a", "LZ4Compressor", true));

        assertThat(codes(select(old))).containsExactly("LEGACY_COUNTER_SHARDS");
        assertThat(select(old).refused()).isTrue();
        accept = List.of("LEGACY_COUNTER_SHARDS");
        assertThat(select(old).refused()).isFalse();
    }

    @Test
    void anSstableBeyondWhatItsNodeHoldsIsJudgedByItsBounds() {
        ownedBySource = TokenRanges.of(new TokenRange(100, 200));
        requested = TokenRanges.of(new TokenRange(0, 10));

        assertThat(select(sstable("nb-1-big", 1, 10)).sstables()).hasSize(1);
        assertThat(select(sstable("nb-1-big", 1, 11)).excluded()).hasSize(1);
    }

    @Test
    void tokensThatTheNodeDoesNotOwnStay() {
        owned = TokenRanges.of(new TokenRange(0, 100));

        Selection selection = select(sstable("nb-1-big", 50, 101));

        assertThat(selection.sstables()).isEmpty();
        assertThat(codes(selection)).containsExactlyInAnyOrder("TOKENS_NOT_OWNED", "NOTHING_TO_MOVE");
    }

    @Test
    void partialIncludeMovesThemWholeAndSaysThatCleanupIsDue() {
        owned = TokenRanges.of(new TokenRange(0, 100));
        partial = PartialOverlapPolicy.INCLUDE;

        Selection selection = select(sstable("nb-1-big", 50, 101));

        assertThat(selection.sstables()).hasSize(1);
        assertThat(selection.cleanupDue()).containsExactly(USERS);
        assertThat(codes(selection)).containsExactly("CLEANUP_DUE");
    }

    @Test
    void partialIncludeOfOwnedTokensNeedsNoCleanup() {
        requested = TokenRanges.of(new TokenRange(0, 100));
        partial = PartialOverlapPolicy.INCLUDE;

        assertThat(select(sstable("nb-1-big", 50, 101)).cleanupDue()).isEmpty();
    }

    @Test
    void anotherTypeOfAColumnRefuses() {
        ours = definition(List.of(), "blob");

        Selection selection = select(sstable("nb-1-big", 1, 2));

        assertThat(selection.refused()).isTrue();
        assertThat(selection.findings())
                .filteredOn(f -> f.code().equals("SCHEMA_MISMATCH"))
                .singleElement()
                .extracting(Finding::detail)
                .isEqualTo("column name is text regular at the source and blob regular here");
    }

    @Test
    void anSstableWrittenWithOtherTypesThanTheSchemaSaysRefuses() {
        Selection selection = select(withHeader(
                "nb-1-big", new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of("name", "BytesType"))));

        assertThat(codes(selection)).containsExactly("HEADER_MISMATCH");
        assertThat(selection.refused()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "4.0.19, , nb, false",
        "4.0.19, , oa, true",
        "4.1.10, , da, true",
        "5.0.9, CASSANDRA_4, oa, true",
        "5.0.9, NONE, oa, false",
        "5.0.9, UPGRADING, oa, false",
        "5.0.9, CASSANDRA_4, da, false",
        "5.0.9, NONE, pa, true",
        "6.0-alpha2, NONE, pa, false",
        "6.0-alpha2, NONE, nb, false"
    })
    void aFormatThatTheNodeCannotReadRefuses(String version, String compatibility, String format, boolean refused) {
        cassandra = version;
        mode = compatibility;

        assertThat(select(sstable(format + "-1-big", 1, 2)).refused()).isEqualTo(refused);
    }

    @ParameterizedTest
    @CsvSource({"VIEW, VIEW", "ACCORD, ACCORD_TABLE"})
    void someTablesAreNeverImported(String flag, String code) {
        ours = definition(List.of(flag), "text");
        accept = List.of("CDC_TABLE");

        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly(code);
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"HAS_VIEWS, HAS_VIEWS", "CDC, CDC_TABLE"})
    void othersOnlyWhenAccepted(String flag, String code) {
        ours = definition(List.of(flag), "text");

        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();
        accept = List.of(code);
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly(code);
    }

    @Test
    void systemKeyspacesAreRefused() {
        keyspaceTables = "system_auth";

        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("SYSTEM_KEYSPACE");
    }

    @Test
    void anotherPartitionerIsRefusedByName() {
        ourPartitioner = "org.apache.cassandra.dht.RandomPartitioner";

        Selection selection = select(sstable("nb-1-big", 1, 2));

        assertThat(selection.refused()).isTrue();
        assertThat(selection.findings().get(0).detail()).contains("RandomPartitioner");
    }

    @Test
    void aSnapshotOlderThanTheGraceOfTombstonesIsRefusedUntilAccepted() {
        snapshot = NOW.minus(Duration.ofDays(11));
        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("SNAPSHOT_TOO_OLD");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();
        accept = List.of("SNAPSHOT_TOO_OLD");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();

        accept = null;
        snapshot = NOW.minus(Duration.ofDays(9));
        assertThat(select(sstable("nb-1-big", 1, 2)).findings()).isEmpty();
    }

    /** The snapshot does not know a table's later change. */
    @Test
    void theLowestGraceBySourceSnapshotAndHereDecides() {
        snapshot = NOW.minus(Duration.ofDays(2));
        gcGraceNow = 86_400;
        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("SNAPSHOT_TOO_OLD");

        gcGraceNow = 10 * 864_000;
        assertThat(select(sstable("nb-1-big", 1, 2)).findings()).isEmpty();
        assertThat(select(sstable("nb-1-big", 1, 2)).tables())
                .extracting(SelectedTable::snapshot)
                .containsExactly(new SnapshotAge("host-a", snapshot, 864_000));

        theirs = withGrace(86_400);
        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("SNAPSHOT_TOO_OLD");

        theirs = withGrace(864_000);
        ours = withGrace(86_400);
        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("SNAPSHOT_TOO_OLD");
    }

    @Test
    void thePlanKeepsTheAgeOfTheSnapshotThatIsTooOldFirst() {
        snapshot = NOW.minus(Duration.ofDays(2));
        others.put(offer(1, "host-c", TokenRanges.fullRing()), page(sstable("nb-7-big", -20, 30)));
        snapshot = NOW.minus(Duration.ofDays(9));

        assertThat(select(sstable("nb-1-big", 1, 2)).tables())
                .singleElement()
                .extracting(SelectedTable::snapshot)
                .isEqualTo(new SnapshotAge("host-a", snapshot, 864_000));
    }

    @Test
    void anUnreadableSstableRefusesUntilAcceptedAndIsThenLeftOut() {
        ManifestSstable bad = unreadable("nb-9-big", new SstableProblem("CORRUPT_STATISTICS", "CRC differs"));

        assertThat(select(bad, sstable("nb-1-big", 1, 2)).refused()).isTrue();
        accept = List.of("SSTABLE_UNREADABLE");
        Selection selection = select(bad, sstable("nb-1-big", 1, 2));
        assertThat(selection.refused()).isFalse();
        assertThat(selection.sstables()).extracting(SelectedSstable::name).containsExactly("nb-1-big");
        assertThat(selection.excluded()).singleElement().satisfies(excluded -> assertThat(excluded.reason())
                .isEqualTo("CORRUPT_STATISTICS: CRC differs"));
    }

    @Test
    void repairedStateIsNotKeptWhileARepairIsPending() {
        ManifestSstable pending = sstable("nb-1-big", statistics(1, 2, HEADER, "a-session", "host-a", "LZ4Compressor"));

        assertThat(select(pending).findings()).isEmpty();
        options = new ImportOptions(null, null, true, null, null, null, null, null, null, null);
        assertThat(codes(select(pending))).containsExactly("PENDING_REPAIR");
    }

    @Test
    void repairedStateIsNotKeptOfATransientReplica() {
        ManifestSstable written = sstable("nb-1-big", ofTransientReplica());

        assertThat(select(written).findings()).isEmpty();
        options = new ImportOptions(null, null, true, null, null, null, null, null, null, null);
        assertThat(codes(select(written))).containsExactly("TRANSIENT_REPLICA");
        assertThat(select(written).refused()).isTrue();
    }

    @Test
    void aRepairedStateThatTheImportResetsIsNamedUnlessItIsKept() {
        ManifestSstable repaired = sstable("nb-1-big", repairedStatistics());

        Selection selection = select(repaired, sstable("nb-2-big", 1, 2));

        assertThat(selection.refused()).isFalse();
        assertThat(selection.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("REPAIRED_STATE_RESET");
            assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
            assertThat(finding.detail()).contains("(1 SSTables: nb-1-big)");
            assertThat(finding.remedy()).contains("importOptions.keepRepaired");
        });
        options = new ImportOptions(null, null, true, null, null, null, null, null, null, null);
        assertThat(select(repaired).findings()).isEmpty();
    }

    /** As Cassandra's own streams do. */
    @Test
    void withinAClusterTheRepairedStateIsKept() {
        theirCluster = "here";
        ManifestSstable repaired = sstable("nb-1-big", repairedStatistics());
        ManifestSstable unrepaired = sstable("nb-2-big", 1, 2);

        assertThat(select(repaired, unrepaired).findings()).isEmpty();
        assertThat(keepsRepaired(select(repaired, unrepaired))).isTrue();

        options = new ImportOptions(null, null, false, null, null, null, null, null, null, null);
        assertThat(codes(select(repaired))).containsExactly("REPAIRED_STATE_RESET");
        assertThat(keepsRepaired(select(repaired))).isFalse();
    }

    /** The rows of a named snapshot may have been lost on every node since. */
    @Test
    void ofANamedSnapshotTheRepairedStateIsReset() {
        theirCluster = "here";
        named = "before";

        Selection selection = select(sstable("nb-1-big", repairedStatistics()));

        assertThat(codes(selection)).contains("REPAIRED_STATE_RESET");
        assertThat(keepsRepaired(selection)).isFalse();
    }

    /** A copy of a cluster often has the name of the first. */
    @Test
    void ofANodeThatThisClusterDoesNotKnowTheRepairedStateIsReset() {
        theirCluster = "here";
        members = Set.of("host-b");

        assertThat(keepsRepaired(select(sstable("nb-1-big", repairedStatistics()))))
                .isFalse();
    }

    @Test
    void ofAnotherClusterTheRepairedStateIsReset() {
        assertThat(keepsRepaired(select(sstable("nb-1-big", repairedStatistics()))))
                .isFalse();
    }

    /** Cassandra's import keeps all of it or none. */
    @Test
    void withinAClusterWhatCannotKeepItsStateResetsTheTable() {
        theirCluster = "here";
        ManifestSstable repaired = sstable("nb-1-big", repairedStatistics());
        for (SstableStatistics other :
                List.of(statistics(1, 2, HEADER, "a-session", "host-a", "LZ4Compressor"), ofTransientReplica())) {
            Selection selection = select(repaired, sstable("nb-2-big", other));

            assertThat(selection.refused()).isFalse();
            assertThat(keepsRepaired(selection)).isFalse();
            assertThat(selection.findings()).singleElement().satisfies(finding -> {
                assertThat(finding.code()).isEqualTo("REPAIRED_STATE_RESET");
                assertThat(finding.detail()).contains("all SSTables of the table", "nb-2-big");
            });
        }
    }

    private static boolean keepsRepaired(Selection selection) {
        return selection.tables().get(0).keepRepaired();
    }

    @Test
    void aSnapshotThatNothingListsIsRefusedUntilAccepted() {
        unlisted = true;

        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("SNAPSHOT_UNPROVEN");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();
        accept = List.of("SNAPSHOT_UNPROVEN");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
    }

    @Test
    void aSnapshotWhoseSchemaIsNotKnownIsRefusedUntilAccepted() {
        definitionUnknown = "it has no schema.cql";

        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("SNAPSHOT_SCHEMA_UNKNOWN");
        accept = List.of("SNAPSHOT_SCHEMA_UNKNOWN");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
    }

    @Test
    void unknownCompressorsAreRefusedUntilAcceptedAndMissingHostIdsAreNot() {
        ManifestSstable odd = sstable("nb-1-big", statistics(1, 2, HEADER, null, null, "EncryptingCompressor"));

        assertThat(codes(select(odd))).containsExactly("UNKNOWN_COMPRESSOR");
        assertThat(select(odd).refused()).isTrue();
        accept = List.of("UNKNOWN_COMPRESSOR");
        assertThat(select(odd).refused()).isFalse();
    }

    /** Of 6.0, with a trained dictionary. */
    @Test
    void cassandrasOwnCompressorWithADictionaryIsNoObstacle() {
        ManifestSstable trained = sstable("nb-1-big", statistics(1, 2, HEADER, null, null, "ZstdDictionaryCompressor"));

        assertThat(codes(select(trained))).isEmpty();
    }

    @Test
    void aDiskWithTooLittleSpaceIsRefusedWithTheNumbers() {
        free = 115;

        Selection selection = select(sstable("nb-1-big", 1, 2));

        assertThat(selection.refused()).isTrue();
        assertThat(selection.findings().get(0).detail())
                .isEqualTo("110 bytes to stage need 121 with headroom, and 115 are free");
        free = 121;
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
    }

    @Test
    void stagingOnAnotherFileSystemIsRefusedUntilAccepted() {
        onDataFileSystem = false;

        assertThat(codes(select(sstable("nb-1-big", 1, 2)))).containsExactly("STAGING_ELSEWHERE");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isTrue();
        accept = List.of("STAGING_ELSEWHERE");
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
    }

    @Test
    void indexComponentsStayWhereTheIndexesDiffer() {
        theirs = withIndex(theirs);
        ManifestSstable indexed = indexed("SAI+aa+GroupMeta.db", "SAI+aa+ix+Meta.db", "SI_ix.db");

        Selection differing = select(indexed);
        assertThat(components(differing)).containsExactly("Data.db");
        assertThat(codes(differing)).containsExactly("INDEXES_DIFFER");

        ours = withIndex(ours);
        assertThat(components(select(indexed))).hasSize(5);
    }

    /** An index that is made later would take files of its name for its own. */
    @ParameterizedTest
    @CsvSource({"SI_old.db", "SAI+aa+old+Meta.db"})
    void whatAnIndexLeftThatWasDroppedStaysBehind(String left) {
        ManifestSstable indexed = indexed(left);

        assertThat(components(select(indexed))).containsExactly("Data.db");
        theirs = withIndex(theirs);
        ours = withIndex(ours);
        assertThat(components(select(indexed))).containsExactly("Data.db");
    }

    private static ManifestSstable indexed(String... components) {
        List<ManifestComponent> all = new ArrayList<>(List.of(component("Data.db", 100), component("TOC.txt", 3)));
        for (String each : components) {
            all.add(component(each, 7));
        }
        return new ManifestSstable(sstable("nb-1-big", 1, 2).sstable(), all);
    }

    private static List<String> components(Selection selection) {
        return selection.sstables().get(0).components().stream()
                .map(ManifestComponent::name)
                .toList();
    }

    @Test
    void tenThousandOfAKindAreOneFinding() {
        owned = TokenRanges.of(new TokenRange(0, 1));
        ManifestSstable[] many = new ManifestSstable[10_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = sstable("nb-" + i + "-big", 5, 6);
        }

        Selection selection = select(many);

        assertThat(selection.excluded()).hasSize(10_000);
        assertThat(selection.findings()).hasSize(2);
        assertThat(selection.findings()).anySatisfy(finding -> assertThat(finding.detail())
                .contains("10000 SSTables: nb-0-big, nb-1-big, nb-2-big and 9997 more"));
    }

    @Test
    void tenThousandUnreadableOnesAreFewFindingsWhateverIsSaidOfEach() {
        ManifestSstable[] many = new ManifestSstable[10_000];
        for (int i = 0; i < many.length; i++) {
            // Half of them for one reason, which names the file; and half each for its own.
            String what = i % 2 == 0 ? "chunk length 0" : "chunk length " + i;
            many[i] = unreadable(
                    "nb-" + i + "-big",
                    new SstableProblem("CORRUPT_COMPONENT", "nb-" + i + "-big-CompressionInfo.db: " + what));
        }

        Selection selection = select(many);

        assertThat(selection.excluded()).hasSize(10_000);
        List<Finding> unreadable = selection.findings().stream()
                .filter(finding -> finding.code().equals("SSTABLE_UNREADABLE"))
                .toList();
        assertThat(unreadable).hasSize(11);
        assertThat(unreadable.get(0).detail())
                .isEqualTo("CORRUPT_COMPONENT: CompressionInfo.db: chunk length 0 (5000 SSTables: nb-0-big, nb-2-big,"
                        + " nb-4-big and 4997 more)");
        assertThat(unreadable.get(10).detail()).startsWith("other details (4991 SSTables: ");
        assertThat(selection.refusal()).contains("chunk length 17").endsWith("; and 1 more");
    }

    @Test
    void aStagingRootInADataDirectoryIsRefusedBeforeAnythingIsFetched() {
        root = new Destination.StagingRoot(
                Path.of("/var/lib/cassandra/data/staging"), free, 0.1, true, Path.of("/var/lib/cassandra/data"), true);

        assertThat(select(sstable("nb-1-big", 1, 2)).refusal())
                .contains("STAGING_IN_DATA_DIRECTORY /var/lib/cassandra/data/staging")
                .contains("within Cassandra's data directory /var/lib/cassandra/data")
                .contains("staging.roots");
        root = new Destination.StagingRoot(Path.of("/var/lib/cassandra/staging"), free, 0.1, true, null, true);
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
    }

    @Test
    void stagingThatCannotBeWrittenIsRefusedWhereItIsNeeded() {
        root = new Destination.StagingRoot(Path.of("/staging"), free, 0.1, true, null, false);

        assertThat(select(sstable("nb-1-big", 1, 2)).refusal())
                .contains("STAGING_NOT_WRITABLE /staging")
                .contains("cannot write there");
        root = new Destination.StagingRoot(Path.of("/staging"), free, 0.1, true, null, true);
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
        root = new Destination.StagingRoot(Path.of("/staging"), free, 0.1, true, null, false);
        assertThat(codes(select())).containsExactly("NOTHING_TO_MOVE");
    }

    @Test
    void aNodetoolThatCannotRunIsRefusedBeforeAnythingIsFetched() {
        importFailure = "cassandra.nodetool: there is no file /usr/bin/nodetool";

        assertThat(select(sstable("nb-1-big", 1, 2)).refusal())
                .contains("NODETOOL_UNUSABLE this node: cassandra.nodetool: there is no file /usr/bin/nodetool")
                .contains("leave it out to import over JMX");
        importFailure = null;
        assertThat(select(sstable("nb-1-big", 1, 2)).refused()).isFalse();
    }

    @Test
    void nothingToMoveSaysThatAPlanDoesNotFlush() {
        assertThat(select().findings()).singleElement().satisfies(finding -> assertThat(finding.remedy())
                .contains("A dry run does not flush", "A transfer flushes"));
    }

    private Selection select(ManifestSstable... sstables) {
        TableRef table = new TableRef(keyspaceTables, "users");
        TransferRequest request = TransferRequest.builder(List.of(SourceRef.at("http://127.0.0.1:1")), List.of(table))
                .onPartialOverlap(partial)
                .accept(accept)
                .importOptions(options)
                .snapshot(named)
                .build();
        Destination destination = new Destination(
                "host-b",
                "here",
                members,
                cassandra,
                ourPartitioner,
                mode,
                importFailure,
                Map.of(),
                List.of(
                        root == null
                                ? new Destination.StagingRoot(Path.of("/staging"), free, 0.1, onDataFileSystem)
                                : root),
                List.of(new Destination.Table(
                        table, !keyspaceTables.equals("shop"), tableId, ours, owned, HEADER, Map.of(), empty)));
        Map<Offer, OfferPage> offers = new LinkedHashMap<>(others);
        offers.put(
                new Offer(
                        0,
                        "host-a",
                        theirCluster,
                        MURMUR3,
                        table,
                        ownedBySource,
                        ownedAtSnapshot ? ownedBySource : null,
                        slices,
                        requested,
                        snapshot,
                        gcGraceNow),
                page(sstables));
        Selector selector =
                new Selector("t1", request, destination, List.copyOf(offers.keySet()), false, imported, 0, NOW);
        offers.forEach(selector::add);
        return selector.selection();
    }

    private Offer offer(int source, String hostId, TokenRanges holding) {
        return new Offer(
                source,
                hostId,
                theirCluster,
                MURMUR3,
                USERS,
                holding,
                holding,
                slices,
                requested,
                snapshot,
                gcGraceNow);
    }

    private OfferPage page(ManifestSstable... sstables) {
        return new OfferPage(theirs, definitionUnknown, unlisted, List.of(sstables), true, sstables.length);
    }

    private static List<String> codes(Selection selection) {
        return selection.findings().stream().map(Finding::code).toList();
    }

    /** With values written from one time to another. */
    private static ManifestSstable written(Instant from, Instant to) {
        SstableStatistics plain = statistics(1, 2, HEADER, null, "host-a", "LZ4Compressor");
        return sstable(
                "nb-1-big",
                new SstableStatistics(
                        plain.firstToken(),
                        plain.lastToken(),
                        plain.firstKey(),
                        plain.lastKey(),
                        plain.partitions(),
                        plain.level(),
                        plain.repairedAt(),
                        plain.pendingRepair(),
                        plain.transientReplica(),
                        Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, from)),
                        Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, to)),
                        plain.partitioner(),
                        plain.compression(),
                        plain.originatingHostId(),
                        plain.legacyCounterShards(),
                        plain.header()));
    }

    /** The column name was dropped, and added again. */
    private static TableDefinition dropped(Instant at) {
        TableDefinition plain = definition(List.of(), "text");
        return new TableDefinition(
                plain.columns(),
                List.of(new TableDefinition.DroppedColumn("name", "text", "regular", at)),
                plain.userTypes(),
                plain.indexes(),
                plain.gcGraceSeconds(),
                plain.flags());
    }

    private static TableDefinition withGrace(int seconds) {
        TableDefinition plain = definition(List.of(), "text");
        return new TableDefinition(
                plain.columns(), plain.droppedColumns(), plain.userTypes(), plain.indexes(), seconds, plain.flags());
    }

    private static ManifestSstable sstable(String name, long first, long last) {
        return sstable(name, statistics(first, last, HEADER, null, "host-a", "LZ4Compressor"));
    }

    private static ManifestSstable unreadable(String name, SstableProblem problem) {
        return new ManifestSstable(
                new SstableInfo(name, "nb", "big", "/data", 5, List.of(), null, null, null, problem), List.of());
    }

    private static ManifestSstable withHeader(String name, SerializationHeader header) {
        return sstable(name, statistics(1, 2, header, null, "host-a", null));
    }

    private static ManifestSstable sstable(String name, SstableStatistics statistics) {
        return new ManifestSstable(
                new SstableInfo(
                        name, name.substring(0, 2), "big", "/data", 110, List.of(), null, null, statistics, null),
                List.of(component("Data.db", 100), component("Statistics.db", 10)));
    }

    private static ManifestSstable withData(ManifestSstable sstable, String crc32) {
        return new ManifestSstable(
                sstable.sstable(),
                sstable.components().stream()
                        .map(component -> component.name().equals("Data.db")
                                ? new ManifestComponent(
                                        component.name(), component.bytes(), crc32, ChecksumOrigin.SIDECAR, null)
                                : component)
                        .toList());
    }

    private static ManifestComponent component(String name, long bytes) {
        return new ManifestComponent(name, bytes, "00000000", ChecksumOrigin.SIDECAR, null);
    }

    private static SstableStatistics statistics(
            long first, long last, SerializationHeader header, String pendingRepair, String host, String compression) {
        return statistics(first, last, header, pendingRepair, host, compression, false);
    }

    private static SstableStatistics statistics(
            long first,
            long last,
            SerializationHeader header,
            String pendingRepair,
            String host,
            String compression,
            boolean legacyCounterShards) {
        return new SstableStatistics(
                Long.toString(first),
                Long.toString(last),
                "00",
                "01",
                10,
                0,
                null,
                pendingRepair,
                false,
                "1",
                "2",
                MURMUR3,
                compression,
                host,
                legacyCounterShards,
                header);
    }

    private static SstableStatistics ofTransientReplica() {
        return new SstableStatistics(
                "1", "2", "00", "01", 10, 0, null, null, true, "1", "2", MURMUR3, null, "host", false, HEADER);
    }

    private static SstableStatistics repairedStatistics() {
        return new SstableStatistics(
                "1",
                "2",
                "00",
                "01",
                10,
                0,
                Instant.EPOCH.plusSeconds(1),
                null,
                false,
                "1",
                "2",
                MURMUR3,
                null,
                "host",
                false,
                HEADER);
    }

    private static TableDefinition definition(List<String> flags, String nameType) {
        return new TableDefinition(
                List.of(
                        new TableDefinition.Column("id", "int", "partition_key", 0, "none"),
                        new TableDefinition.Column("name", nameType, "regular", -1, "none")),
                List.of(),
                List.of(),
                List.of(),
                864_000,
                flags);
    }

    private static TableDefinition withIndex(TableDefinition definition) {
        return new TableDefinition(
                definition.columns(),
                definition.droppedColumns(),
                definition.userTypes(),
                List.of(new TableDefinition.Index("ix", "CUSTOM", Map.of("target", "name"))),
                definition.gcGraceSeconds(),
                definition.flags());
    }
}
