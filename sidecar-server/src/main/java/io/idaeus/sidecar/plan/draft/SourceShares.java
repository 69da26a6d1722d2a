/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.KeyspaceSizes;
import io.idaeus.api.PlanRange;
import io.idaeus.api.PlanSource;
import io.idaeus.api.TableSizes;
import io.idaeus.sidecar.balance.SourceChoice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the chosen sources send, estimated from what they hold. */
final class SourceShares {
    private final ClusterFacts facts;
    private final List<SourceChoice> choices;

    /** Some ranges of a keyspace at one source. */
    private record Share(MemberFacts source, String keyspace, Set<String> ranges) {
        long needed(TableSizes table, List<String> cuts) {
            long sum = 0;
            for (int i = 0; i < cuts.size(); i++) {
                sum += ranges.contains(cuts.get(i)) ? table.bytes().get(i) : 0;
            }
            return sum;
        }

        // A table whose SSTables span about as much as the wanted ranges are apart moves whole. Of another, an SSTable
        // at the edge of a range reaches beyond it.
        long whole(TableSizes table, List<String> cuts) {
            long inside = needed(table, cuts);
            boolean spans = table.largestSpan() * cuts.size() >= 1;
            long edges = table.totalBytes() / Math.max(1, table.sstables());
            return inside == 0 ? 0 : spans ? table.totalBytes() : Math.min(table.totalBytes(), inside + edges);
        }

        long sum(@Nullable String table, boolean whole) {
            KeyspaceSizes sizes = source.sizes().get(keyspace);
            return sizes == null
                    ? 0
                    : sizes.tables().stream()
                            .filter(each -> table == null || each.table().equals(table))
                            .mapToLong(each -> whole ? whole(each, sizes.ranges()) : needed(each, sizes.ranges()))
                            .sum();
        }
    }

    SourceShares(ClusterFacts facts, List<SourceChoice> choices) {
        this.facts = facts;
        this.choices = List.copyOf(choices);
    }

    /** By source. */
    List<PlanSource> of(String destination) {
        Map<String, List<SourceChoice>> bySource = new TreeMap<>();
        choices.stream()
                .filter(choice -> choice.destination().equals(destination))
                .forEach(choice -> bySource.computeIfAbsent(choice.source(), key -> new ArrayList<>())
                        .add(choice));
        return bySource.entrySet().stream()
                .map(entry -> new PlanSource(
                        member(entry.getKey()).asPlanNode(),
                        shares(entry.getValue().stream())
                                .mapToLong(share -> share.sum(null, true))
                                .sum(),
                        entry.getValue().size(),
                        why(entry.getValue())))
                .toList();
    }

    List<PlanRange> ranges() {
        Map<List<String>, List<String>> sources = new LinkedHashMap<>();
        for (SourceChoice choice : choices) {
            List<String> key =
                    List.of(choice.destination(), choice.group(), choice.range().toString());
            sources.computeIfAbsent(key, each -> new ArrayList<>()).add(choice.source());
        }
        return sources.entrySet().stream()
                .map(entry -> new PlanRange(
                        entry.getKey().get(0),
                        entry.getKey().get(1),
                        entry.getKey().get(2),
                        entry.getValue().stream().sorted().toList()))
                .toList();
    }

    /** Bytes within the ranges, once for each copy. */
    long neededBytes(String destination, String keyspace, @Nullable String table) {
        return of(destination, keyspace)
                .mapToLong(share -> share.sum(table, false))
                .sum();
    }

    /** Bytes of whole SSTables, which reach beyond the ranges. */
    long wholeBytes(String destination, String keyspace, @Nullable String table) {
        return of(destination, keyspace)
                .mapToLong(share -> share.sum(table, true))
                .sum();
    }

    private Stream<Share> of(String destination, String keyspace) {
        return shares(choices.stream()
                .filter(choice -> choice.destination().equals(destination)
                        && choice.group().equals(keyspace)));
    }

    private Stream<Share> shares(Stream<SourceChoice> chosen) {
        Map<List<String>, Set<String>> ranges = new LinkedHashMap<>();
        chosen.forEach(
                choice -> ranges.computeIfAbsent(List.of(choice.source(), choice.group()), key -> new LinkedHashSet<>())
                        .add(choice.range().toString()));
        return ranges.entrySet().stream()
                .map(entry ->
                        new Share(member(entry.getKey().get(0)), entry.getKey().get(1), entry.getValue()));
    }

    private static String why(List<SourceChoice> chosen) {
        return chosen.stream()
                .map(choice -> switch (choice.reason()) {
                    case NO_OTHER_CANDIDATE -> "every candidate is needed";
                    case SAME_RACK -> "same rack";
                    case SAME_DATA_CENTER -> "same data centre";
                    case FEWEST_SOURCES -> "fewest sources";
                    case BYTES -> "balances the bytes";
                })
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private MemberFacts member(String hostId) {
        return facts.member(hostId).orElseThrow();
    }
}
