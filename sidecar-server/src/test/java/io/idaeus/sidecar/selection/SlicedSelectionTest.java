/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.offer.ManySstables;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferPage;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** SSTables of which only some tokens are wanted. The one at index i has the tokens from 1000 i to 1000 i + 10. */
class SlicedSelectionTest {
    private static final int COUNT = 4;

    private boolean merged;
    private TokenRanges owned = TokenRanges.fullRing();
    private PartialOverlapPolicy policy = PartialOverlapPolicy.SLICE;
    private Map<String, String> missingCompressors = Map.of();
    private ImportedSstables imported = new ImportedSstables();
    private List<ManifestSstable> sstables = ManySstables.sstables(0, COUNT);

    @Test
    void whatSpansOtherTokensIsCutAndTheRestMovesWhole() {
        Selection selection = select(offer(range(5, 2005), TokenRanges.fullRing()));

        assertThat(names(selection.sstables())).containsExactly("nb-1-big", "nb-2-big", "nb-3-big");
        assertThat(selection.sstables()).extracting(SelectedSstable::slice).containsExactly(0, null, 0);
        assertThat(selection.slices())
                .containsExactly(new SlicedTable(0, ManySstables.USERS, List.of(new TokenRange(5, 2005).toString())));
        assertThat(selection.findings()).isEmpty();
        assertThat(selection.excluded()).isEmpty();
        // Five of eleven tokens, and six of eleven.
        long whole = selection.sstables().get(1).bytes();
        assertThat(selection.sstables().get(0).bytes()).isBetween(whole * 4 / 11, whole * 6 / 11);
        assertThat(selection.sstables().get(2).bytes()).isBetween(whole * 5 / 11, whole * 7 / 11);
    }

    /** The fetched parts of a slice stay until it is cut. */
    @Test
    void aSliceTakesTwiceItsSpace() {
        Selection selection = select(offer(range(5, 2005), TokenRanges.fullRing()));

        long staged = selection.sstables().stream()
                .mapToLong(SelectedSstable::bytesStaged)
                .sum();
        assertThat(staged).isGreaterThan(selection.bytes());
        assertThat(selection.bytesRequired()).isEqualTo(Math.round(staged * 1.1));
    }

    @Test
    void whatTheSourceDidNotOwnForCertainIsCutOff() {
        Selection selection = select(offer(TokenRanges.fullRing(), range(5, 1005)));

        assertThat(names(selection.sstables())).containsExactly("nb-1-big", "nb-2-big");
        assertThat(selection.sstables()).extracting(SelectedSstable::slice).containsExactly(0, 0);
        assertThat(selection.slices()).singleElement().satisfies(slice -> assertThat(slice.tokens())
                .isEqualTo(range(5, 1005)));
        assertThat(finding(selection, FindingCode.RANGES_WITHOUT_SOURCE))
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.EXCLUDE))
                .satisfies(finding -> assertThat(finding.detail()).contains("1005:5"));
        assertThat(selection.refused()).isFalse();
    }

    @Test
    void whatAnotherSourceOwnedIsNotMissing() {
        Offer one = ManySstables.offer(0, TokenRanges.fullRing(), range(5, 1005), true);
        Offer other = ManySstables.offer(1, TokenRanges.fullRing(), range(1005, 5), true);

        Selection selection = select(one, other);

        assertThat(codes(selection)).doesNotContain("RANGES_WITHOUT_SOURCE", "NOT_OWNED_BY_SOURCE");
        assertThat(selection.slices()).extracting(SlicedTable::source).containsExactly(0, 1);
        assertThat(selection.excluded()).isEmpty();
        assertThat(selection.ownedByOtherSource())
                .extracting(TransferSstable::name)
                .containsExactly("nb-3-big", "nb-4-big");
    }

    /** A plan merges each range from as many sources as it names for it: another one does not stand in. */
    @Test
    void whereSourcesAreMergedEachMustHaveOwnedAll() {
        merged = true;
        Offer one = ManySstables.offer(0, TokenRanges.fullRing(), range(5, 1005), true);
        Offer other = ManySstables.offer(1, TokenRanges.fullRing(), TokenRanges.fullRing(), true);

        Selection selection = select(one, other);

        assertThat(finding(selection, FindingCode.RANGES_WITHOUT_SOURCE).detail())
                .contains("source " + one.hostId() + " did not certainly own", "1005:5");
        assertThat(select(other).findings()).isEmpty();
    }

    /** Nobody knows what its node owned then. */
    @Test
    void aSnapshotThatTheRequestNamesIsCutByTheRangesAlone() {
        Selection selection = select(ManySstables.offer(0, range(5, 2005), null, true));

        assertThat(names(selection.sstables())).containsExactly("nb-1-big", "nb-2-big", "nb-3-big");
        assertThat(selection.findings()).isEmpty();
    }

    @Test
    void whatThisNodeDoesNotOwnStays() {
        owned = range(-1, 1005);

        Selection selection = select(offer(range(-1, 3500), TokenRanges.fullRing()));

        assertThat(names(selection.sstables())).containsExactly("nb-1-big", "nb-2-big");
        assertThat(selection.sstables()).extracting(SelectedSstable::slice).containsExactly(null, 0);
        assertThat(codes(selection)).containsExactly("RANGES_NOT_OWNED");
        assertThat(finding(selection, FindingCode.RANGES_NOT_OWNED).detail()).contains("1005:3500");
        assertThat(selection.cleanupDue()).isEmpty();
    }

    @Test
    void aSidecarThatIsTooOldSendsWholeSstablesOnly() {
        Selection selection = select(ManySstables.offer(0, range(5, 2005), TokenRanges.fullRing(), false));

        assertThat(names(selection.sstables())).containsExactly("nb-2-big");
        assertThat(selection.slices()).isEmpty();
        assertThat(finding(selection, FindingCode.PARTIAL_SSTABLES).detail()).contains("too old");
    }

    @Test
    void whatCannotBeCutMovesWholeOnlyWhereTheRequestSaysSo() {
        sstables = List.of(
                without(sstables.get(0), "CompressionInfo.db"),
                compressedBy(sstables.get(1), "OwnCompressor"),
                without(sstables.get(2), "Index.db"),
                compressedBy(without(sstables.get(3), "CRC.db"), null));

        Selection outer = select(offer(range(5, 3005), TokenRanges.fullRing()));
        Selection inner = select(offer(range(1005, 2005), TokenRanges.fullRing()));

        assertThat(names(outer.sstables())).containsExactly("nb-2-big", "nb-3-big");
        assertThat(codes(outer)).contains("SLICE_IMPOSSIBLE");
        assertThat(outer.excluded())
                .extracting(TransferSstable::reason)
                .satisfiesExactly(
                        why -> assertThat(why).contains("it has no CompressionInfo.db"),
                        why -> assertThat(why).contains("it has no CRC.db"));
        assertThat(inner.excluded())
                .extracting(TransferSstable::reason)
                .satisfiesExactly(why -> assertThat(why).contains("OwnCompressor"), why -> assertThat(why)
                        .contains("it has no Index.db"));

        policy = PartialOverlapPolicy.INCLUDE;
        assertThat(names(select(offer(range(5, 3005), TokenRanges.fullRing())).sstables()))
                .hasSize(COUNT);
    }

    @Test
    void whatIsCompressedByACompressorThatCannotRunHereMovesOnlyWhole() {
        sstables = List.of(compressedBy(sstables.get(0), "ZstdCompressor"), sstables.get(1), sstables.get(2));
        missingCompressors = Map.of("ZstdCompressor", "ZstdCompressor needs a native library");

        Selection selection = select(offer(range(5, 3005), TokenRanges.fullRing()));

        assertThat(names(selection.sstables())).containsExactly("nb-2-big", "nb-3-big");
        assertThat(finding(selection, FindingCode.SLICE_IMPOSSIBLE).detail())
                .contains("cannot be cut: ZstdCompressor needs a native library");
    }

    /** Two requests for fewer ranges can be carried out. */
    @Test
    void moreRangesThanASourceTakesAreNamed() {
        TokenRanges many = TokenRanges.of(IntStream.range(0, 6000)
                .mapToObj(i -> new TokenRange(i * 10L, i * 10L + 5))
                .toList());
        TokenRanges shifted = TokenRanges.of(IntStream.range(0, 6000)
                .mapToObj(i -> new TokenRange(100_000 + i * 10L, 100_000 + i * 10L + 5))
                .toList());

        Selection few = select(offer(many, TokenRanges.fullRing()));
        Selection selection = select(offer(
                TokenRanges.of(Stream.concat(many.ranges().stream(), shifted.ranges().stream())
                        .toList()),
                TokenRanges.fullRing()));

        assertThat(few.excluded()).isEmpty();
        assertThat(selection.excluded()).extracting(TransferSstable::reason).allSatisfy(why -> assertThat(why)
                .contains("12000 ranges"));
    }

    /** An SSTable that stays hides nothing of what is cut off elsewhere. */
    @Test
    void onlyWantedTokensAreHiddenByWhatStays() {
        sstables = List.of(spanning(without(sstables.get(0), "Index.db"), 0, 1500), spanning(sstables.get(1), 0, 3000));

        Selection beside = select(offer(range(1600, 2005), TokenRanges.fullRing()));
        Selection below = select(offer(range(1400, 2005), TokenRanges.fullRing()));

        assertThat(codes(beside)).isEmpty();
        assertThat(codes(below)).containsExactly("SLICE_IMPOSSIBLE", "OVERLAPS_EXCLUDED");
        assertThat(below.refused()).isTrue();
    }

    @Test
    void aSliceThatWasImportedIsNotCutAgainToTheSameRanges() {
        Offer offer = offer(range(5, 2005), TokenRanges.fullRing());
        imported.add(select(offer), List.of(0, 1));

        Selection again = select(offer);
        Selection wider = select(offer(range(4, 2005), TokenRanges.fullRing()));

        assertThat(names(again.sstables())).containsExactly("nb-3-big");
        assertThat(again.importedEarlier()).isEqualTo(2);
        assertThat(names(wider.sstables())).containsExactly("nb-1-big", "nb-3-big");
    }

    /** As where another source has a part of the ranges by now. */
    @Test
    void whatWasImportedWithMoreIsNotCutAgain() {
        imported.add(select(offer(range(5, 2005), TokenRanges.fullRing())), List.of(0, 1));

        Selection narrower = select(offer(range(7, 2005), TokenRanges.fullRing()));
        Selection part = select(offer(range(7, 1005), TokenRanges.fullRing()));

        assertThat(names(narrower.sstables())).containsExactly("nb-3-big");
        assertThat(part.sstables()).isEmpty();
        assertThat(part.importedEarlier()).isEqualTo(2);
    }

    private Selection select(Offer... offers) {
        TransferRequest request = TransferRequest.builder(
                        List.of(SourceRef.at("http://127.0.0.1:1")), List.of(ManySstables.USERS))
                .onPartialOverlap(policy)
                .build();
        Selector selector = ManySstables.selector(request, owned, merged, missingCompressors, imported, offers);
        for (Offer offer : offers) {
            selector.add(offer, new OfferPage(ManySstables.DEFINITION, null, false, sstables, true, sstables.size()));
        }
        return selector.selection();
    }

    private static Offer offer(TokenRanges requested, TokenRanges certain) {
        return ManySstables.offer(0, requested, certain, true);
    }

    private static TokenRanges range(long left, long right) {
        return TokenRanges.of(new TokenRange(left, right));
    }

    private static List<String> names(List<SelectedSstable> sstables) {
        return sstables.stream().map(SelectedSstable::name).toList();
    }

    private static List<String> codes(Selection selection) {
        return selection.findings().stream().map(Finding::code).toList();
    }

    private static Finding finding(Selection selection, FindingCode code) {
        return selection.findings().stream()
                .filter(finding -> finding.code().equals(code.name()))
                .findFirst()
                .orElseThrow();
    }

    private static ManifestSstable without(ManifestSstable sstable, String component) {
        return new ManifestSstable(
                sstable.sstable(),
                sstable.components().stream()
                        .filter(one -> !Set.of(component).contains(one.name()))
                        .toList());
    }

    private static ManifestSstable compressedBy(ManifestSstable sstable, @Nullable String compressor) {
        SstableStatistics now = sstable.sstable().statistics();
        return with(sstable, now, now.firstToken(), now.lastToken(), compressor);
    }

    private static ManifestSstable spanning(ManifestSstable sstable, long first, long last) {
        SstableStatistics now = sstable.sstable().statistics();
        return with(sstable, now, Long.toString(first), Long.toString(last), now.compression());
    }

    private static ManifestSstable with(
            ManifestSstable sstable, SstableStatistics now, String first, String last, @Nullable String compressor) {
        SstableStatistics statistics = new SstableStatistics(
                first,
                last,
                now.firstKey(),
                now.lastKey(),
                now.partitions(),
                now.level(),
                now.repairedAt(),
                now.pendingRepair(),
                now.transientReplica(),
                now.minTimestamp(),
                now.maxTimestamp(),
                now.partitioner(),
                compressor,
                now.originatingHostId(),
                now.legacyCounterShards(),
                now.header());
        SstableInfo info = sstable.sstable();
        return new ManifestSstable(
                new SstableInfo(
                        info.name(),
                        info.version(),
                        info.format(),
                        info.directory(),
                        info.bytes(),
                        info.components(),
                        null,
                        null,
                        statistics,
                        null),
                sstable.components());
    }
}
