/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests of an allowed source that is broken or hostile. */
class OfferCheckTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final TableDefinition DEFINITION =
            new TableDefinition(List.of(), List.of(), List.of(), List.of(), 0, List.of());
    private static final SerializationHeader HEADER =
            new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of());

    private String host = "11111111-1111-4111-8111-111111111111";
    private String first = "-5";

    @Test
    void whatCassandraNamesPasses() {
        assertThatCode(() -> check(
                        page(sstable("nb-1-big", "Data.db", "SAI+ba+idx+Meta.db", "TOC.txt")),
                        last(2, sstable("da-3h5p_0hbx_22l6o276wh6pufp398-bti", "Partitions.db"))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/tmp/nb-1-big",
                "../nb-1-big",
                "..",
                "",
                "nb-1-big/../x",
                "nb-1-big\0",
                "nb-1-big-Data.db",
                "NB-1-big"
            })
    void anSstableThatIsAPathIsRefused(String name) {
        refused("file", sstable(name, "Data.db"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../x.db", "x/Data.db", "", "Data.db\n", "Data.db.tmp", "Data.db\0"})
    void aComponentThatIsAPathIsRefused(String component) {
        refused("file", sstable("nb-1-big", component));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../..", "/tmp", "", "a/b", "1\0"})
    void aHostIdThatIsAPathIsRefused(String id) {
        host = id;
        refused("host id", last(0));
    }

    @Test
    void whatIsNamedTwiceIsRefused() {
        refused("each once", sstable("nb-1-big", "Data.db"), sstable("nb-1-big", "Data.db"));
        refused("each once", sstable("nb-1-big", "Data.db", "Data.db"));
    }

    @Test
    void numbersThatMakeNoSenseAreRefused() {
        refused(
                "size",
                sstable("nb-1-big", new ManifestComponent("Data.db", -1, "00000000", ChecksumOrigin.SIDECAR, null)));
        refused("CRC32", sstable("nb-1-big", new ManifestComponent("Data.db", 1, "xyz", ChecksumOrigin.SIDECAR, null)));
        ManifestComponent huge =
                new ManifestComponent("Data.db", Long.MAX_VALUE, "00000000", ChecksumOrigin.SIDECAR, null);
        ManifestComponent one = new ManifestComponent("Index.db", 1, "00000000", ChecksumOrigin.SIDECAR, null);
        refused("size", sstable("nb-1-big", huge, one));
        refused("total size", sstable("nb-1-big", huge), sstable("nb-2-big", one));
        first = "6";
        refused("tokens", sstable("nb-1-big", "Data.db"));
        first = "low";
        refused("tokens", sstable("nb-1-big", "Data.db"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RGF0YS5kYg==", "RGF0YS5kYgpUT0MudHh0Cg==", "not Base64", ""})
    void contentOfAnotherSizeThanTheManifestSaysIsRefused(String content) {
        ManifestComponent toc = new ManifestComponent("TOC.txt", 8, "00000000", ChecksumOrigin.SIDECAR, content);

        refused("content", sstable("nb-1-big", toc));
    }

    @Test
    void aTableWithoutSstablesIsOnePageThatSaysSo() {
        assertThatCode(() -> check(last(0))).doesNotThrowAnyException();
    }

    @Test
    void whatAnEarlierPageNamedIsRefused() {
        refused(
                "each once",
                page(sstable("nb-1-big", "Data.db")),
                page(sstable("nb-2-big", "Data.db")),
                last(3, sstable("nb-1-big", "Data.db")));
    }

    @Test
    void sizesThatDoNotAddUpAreRefusedOverAllPages() {
        ManifestComponent huge =
                new ManifestComponent("Data.db", Long.MAX_VALUE, "00000000", ChecksumOrigin.SIDECAR, null);

        refused("total size", page(sstable("nb-1-big", huge)), last(2, sstable("nb-2-big", "Data.db")));
    }

    @Test
    void anAnswerWithoutAnyPageIsRefused() {
        refused("no last page", new OfferPage[0]);
    }

    @Test
    void anAnswerThatEndsInTheMiddleIsRefused() {
        refused("1 and no last page", page(sstable("nb-1-big", "Data.db")));
    }

    @Test
    void pagesThatLackSomeOfWhatTheSourceSaysItHasAreRefused() {
        refused("2 as it says", last(2, sstable("nb-1-big", "Data.db")));
    }

    @Test
    void whatComesAndGoesIsNotCounted() {
        OfferPage live = new OfferPage(DEFINITION, null, false, List.of(sstable("nb-1-big", "Data.db")), true, null);

        assertThatCode(() -> check(live)).doesNotThrowAnyException();
    }

    @Test
    void pagesThatNeverEndAreRefused() {
        refused("none, and another page", page(sstable("nb-1-big", "Data.db")), page());
    }

    @Test
    void pagesThatBringMoreThanTheirTotalAreRefusedAtOnce() {
        refused(
                "3, and more to come\" (expected: 2 as it says",
                paged(2, sstable("nb-1-big", "Data.db"), sstable("nb-2-big", "Data.db")),
                paged(2, sstable("nb-3-big", "Data.db")));
    }

    @Test
    void aTotalThatChangesOrNoTableHasIsRefused() {
        refused("total", paged(2, sstable("nb-1-big", "Data.db")), paged(3, sstable("nb-2-big", "Data.db")));
        refused("total", paged(Integer.MAX_VALUE, sstable("nb-1-big", "Data.db")));
        refused("total", paged(-1, sstable("nb-1-big", "Data.db")));
    }

    @Test
    void pagesWithoutATotalEndSomewhereToo() {
        TokenRanges all = TokenRanges.fullRing();
        OfferCheck check = new OfferCheck(new Offer(0, host, "c", "p", USERS, all, all, true, all, null, null));

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 110_000; i++) {
                        check.check(page(sstable("nb-" + i + "-big", new ManifestComponent[0])));
                    }
                })
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("expected: at most 100000");
    }

    private static OfferPage paged(int total, ManifestSstable... sstables) {
        return new OfferPage(DEFINITION, null, false, List.of(sstables), false, total);
    }

    @Test
    void aTableThatIsAnotherOnTheNextPageIsRefused() {
        TableDefinition other = new TableDefinition(List.of(), List.of(), List.of(), List.of(), 1, List.of());

        refused(
                "definition",
                page(sstable("nb-1-big", "Data.db")),
                new OfferPage(other, null, false, List.of(), true, 1));
    }

    private void refused(String what, ManifestSstable... sstables) {
        refused(what, last(sstables.length, sstables));
    }

    private void refused(String what, OfferPage... pages) {
        assertThatThrownBy(() -> check(pages))
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_FAILED))
                .hasMessageContaining(what)
                .hasMessageContaining("expected");
    }

    private void check(OfferPage... pages) {
        TokenRanges all = TokenRanges.fullRing();
        OfferCheck check = new OfferCheck(new Offer(0, host, "c", "p", USERS, all, all, true, all, null, null));
        for (OfferPage page : pages) {
            check.check(page);
        }
        check.checkEnded();
    }

    private static OfferPage page(ManifestSstable... sstables) {
        return new OfferPage(DEFINITION, null, false, List.of(sstables), false, null);
    }

    private static OfferPage last(int total, ManifestSstable... sstables) {
        return new OfferPage(DEFINITION, null, false, List.of(sstables), true, total);
    }

    private ManifestSstable sstable(String name, String... components) {
        return sstable(
                name,
                Arrays.stream(components)
                        .map(component ->
                                new ManifestComponent(component, 10, "00000000", ChecksumOrigin.SIDECAR, null))
                        .toArray(ManifestComponent[]::new));
    }

    private ManifestSstable sstable(String name, ManifestComponent... components) {
        SstableStatistics statistics = new SstableStatistics(
                first, "5", "00", "01", 1, 0, null, null, false, "1", "2", "p", null, null, false, HEADER);
        return new ManifestSstable(
                new SstableInfo(name, "nb", "big", "/data", 10, List.of(), null, null, statistics, null),
                List.of(components));
    }
}
