/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TransferPartTest {
    private static PlanRange range(int number, String... sources) {
        return new PlanRange("http://d:9043", "shop", number + ":" + (number + 1), List.of(sources));
    }

    private static PlanKeyspace keyspace(int tables, boolean cut) {
        return new PlanKeyspace(
                "shop",
                Map.of(),
                "QUORUM",
                2,
                Treatment.FILL,
                "",
                1,
                IntStream.range(0, tables)
                        .mapToObj(i -> new PlanTable("t" + i, 0, 0))
                        .toList(),
                cut ? Boolean.TRUE : null);
    }

    @Test
    void whatFitsIsOnePartWithTheNameOfItsKeyspace() {
        List<PlanRange> ranges = List.of(range(0, "a", "b"), range(1, "b", "c"));

        assertThat(TransferPart.of(keyspace(500, true), ranges)).singleElement().satisfies(part -> {
            assertThat(part.name()).isEqualTo("shop");
            assertThat(part.isWhole()).isTrue();
            assertThat(part.ranges()).isEqualTo(ranges);
            assertThat(part.has("any")).isTrue();
        });
        assertThat(TransferPart.of(keyspace(0, true), List.of())).hasSize(1);
    }

    @Test
    void wholeSstablesAreNotDealt() {
        List<PlanRange> ranges =
                IntStream.range(0, 100).mapToObj(i -> range(i, "s" + i)).toList();

        assertThat(TransferPart.of(keyspace(2_000, false), ranges)).hasSize(1);
        assertThat(TransferPart.of(keyspace(2_000, true), ranges)).hasSize(3 * 4);
    }

    @Test
    void aRangeHasAllItsSourcesInOnePartHoweverManyTheyAre() {
        String[] many =
                IntStream.range(0, Bounds.MAX_SOURCES).mapToObj(i -> "s" + i).toArray(String[]::new);

        List<TransferPart> parts = TransferPart.of(keyspace(1, true), List.of(range(0, many), range(1, "x")));

        assertThat(parts).extracting(part -> part.ranges().size()).containsExactly(1, 1);
        assertThat(parts.get(0).ranges().get(0).sources()).hasSize(Bounds.MAX_SOURCES);
        assertThat(parts).extracting(TransferPart::name).containsExactly("shop.1.1", "shop.2.1");
        assertThat(TransferPart.keyspaceOf("shop.2.1")).isEqualTo("shop");
        assertThat(TransferPart.keyspaceOf("shop")).isEqualTo("shop");
    }

    @Test
    void eachTableIsInOneGroupAndStaysThere() {
        List<TransferPart> parts = TransferPart.of(keyspace(1_200, true), List.of(range(0, "a")));

        assertThat(parts).hasSize(3);
        for (int i = 0; i < 2_000; i++) {
            String table = "t" + i;
            assertThat(parts.stream().filter(part -> part.has(table)).count()).isEqualTo(1);
        }
        for (TransferPart part : parts) {
            assertThat(IntStream.range(0, 2_000).filter(i -> part.has("t" + i)).count())
                    .isLessThan(Bounds.MAX_TABLES);
        }
    }

    /** 1,000 nodes with 256 tokens each, and 1,200 tables. */
    @Test
    @Timeout(300)
    void aRingOfAThousandNodesIsReplacedByTransfersWithinTheirBounds() {
        Draft draft = PlanDrafter.draft(
                PlanRequest.builder(PlanKind.REPLACE)
                        .dead("10.0.1.3")
                        .destinations(List.of(RingFixture.NEW))
                        .writes(Map.of("*", "QUORUM"))
                        .build(),
                RingFixture.vnodes(256, 1_000)
                        .keyspace("shop", 1_200, List.of(), 864_000, 3)
                        .down("10.0.1.3")
                        .facts(RingFixture.NEW));

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        List<TransferPart> parts = TransferPart.of(draft.keyspaces().get(0), draft.ranges());
        // docs/plans.md says so.
        assertThat(parts).hasSize(66);
        for (TransferPart part : parts) {
            Set<String> sources = part.ranges().stream()
                    .flatMap(range -> range.sources().stream())
                    .collect(Collectors.toSet());
            assertThat(sources.size()).isBetween(1, TransferPart.MOST_SOURCES);
        }
        assertThat(parts.stream().filter(part -> part.tableGroup() == 0).flatMap(part -> part.ranges().stream()))
                .hasSameElementsAs(draft.ranges())
                .hasSameSizeAs(draft.ranges());
    }
}
