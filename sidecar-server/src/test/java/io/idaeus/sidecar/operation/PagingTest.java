/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PagingTest {
    private static final List<String> ALL =
            IntStream.range(0, 25).mapToObj(i -> String.format("%02d", i)).toList();

    @Test
    void thePagesTogetherAreEverything() {
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            var page = Paging.of(7, cursor).page(ALL, Function.identity());
            seen.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);

        assertThat(seen).isEqualTo(ALL);
    }

    @Test
    void aPageThatEndsAtTheEndIsTheLast() {
        assertThat(Paging.of(25, null).page(ALL, Function.identity()).next()).isNull();
        assertThat(Paging.of(24, null).page(ALL, Function.identity()).next()).isNotNull();
        assertThat(Paging.of(1, null)
                        .page(List.<String>of(), Function.identity())
                        .next())
                .isNull();
    }

    @Test
    void theCursorStaysGoodWhenItsItemGoesAndOthersCome() {
        String cursor = Paging.of(7, null).page(ALL, Function.identity()).next();
        List<String> changed = new ArrayList<>(ALL);
        changed.remove("06");
        changed.remove("02");
        changed.add(7 - 2, "065");

        assertThat(Paging.of(3, cursor).page(changed, Function.identity()).items())
                .containsExactly("065", "07", "08");
    }

    @Test
    void theNewestComeFirstAndNewerOnesDoNotShiftThePages() {
        List<String> newest = new ArrayList<>(ALL);
        Collections.reverse(newest);
        var first = Paging.of(3, null).pageOfNewest(newest, Function.identity());
        assertThat(first.items()).containsExactly("24", "23", "22");

        newest.add(0, "25");
        newest.remove("22");
        assertThat(Paging.of(3, first.next())
                        .pageOfNewest(newest, Function.identity())
                        .items())
                .containsExactly("21", "20", "19");
    }

    @Test
    void limitsAreBounded() {
        assertThat(Paging.limit(null)).isEqualTo(1000);
        assertThat(Paging.limit(10_000)).isEqualTo(10_000);
        for (int limit : new int[] {0, -1, 10_001}) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> Paging.limit(limit))
                    .matches(problem -> problem.type() == ProblemType.INVALID_REQUEST);
        }
    }

    @Test
    void textThatIsNoCursorIsRefusedAlsoWhereItDecodes() {
        for (String cursor : new String[] {"", "***", "nb-1-big", "MDk"}) {
            assertThatExceptionOfType(ProblemException.class)
                    .as(cursor)
                    .isThrownBy(() -> Paging.of(7, cursor))
                    .withMessageContaining("the previous page's next");
        }
    }
}
