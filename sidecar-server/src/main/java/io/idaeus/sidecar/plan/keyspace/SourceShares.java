/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.sidecar.balance.ChoiceReason;
import io.idaeus.sidecar.balance.SourceChoice;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The bytes that the chosen sources send, estimated from those that they hold. */
public final class SourceShares {
    private static final Moved NOTHING = new Moved(0, 0);

    private final ClusterFacts facts;
    private final Slicing slicing;
    private final List<SourceChoice> choices;
    private final Map<String, Destination> destinations = new HashMap<>();

    /**
     * Bytes to one destination.
     *
     * @param needed within the ranges, once for each copy
     * @param moved with what reaches beyond the ranges
     */
    private record Moved(long needed, long moved) {
        Moved plus(Moved other) {
            return new Moved(needed + other.needed, moved + other.moved);
        }
    }

    /** @param tables by keyspace */
    private record Destination(List<PlanSource> sources, Map<String, Map<String, Moved>> tables) {}

    public SourceShares(ClusterFacts facts, Slicing slicing, List<SourceChoice> choices) {
        this.facts = facts;
        this.slicing = slicing;
        this.choices = choices;
        choices.stream()
                .collect(Collectors.groupingBy(SourceChoice::destination))
                .forEach((name, chosen) -> destinations.put(name, destination(chosen)));
    }

    private Destination destination(List<SourceChoice> chosen) {
        Map<String, Map<String, List<SourceChoice>>> bySource = chosen.stream()
                .collect(Collectors.groupingBy(
                        SourceChoice::source,
                        TreeMap::new,
                        Collectors.groupingBy(SourceChoice::group, TreeMap::new, Collectors.toList())));
        List<PlanSource> sources = new ArrayList<>();
        Map<String, Map<String, Moved>> tables = new HashMap<>();
        bySource.forEach((source, keyspaces) -> {
            MemberFacts member = facts.member(source).orElseThrow();
            long bytes = 0;
            int ranges = 0;
            Set<ChoiceReason> reasons = EnumSet.noneOf(ChoiceReason.class);
            for (Map.Entry<String, List<SourceChoice>> entry : keyspaces.entrySet()) {
                Map<String, Moved> moved = tables.computeIfAbsent(entry.getKey(), key -> new HashMap<>());
                bytes += add(slicing.held(member, entry.getKey()), entry.getValue(), moved);
                ranges += entry.getValue().size();
                entry.getValue().forEach(choice -> reasons.add(choice.reason()));
            }
            sources.add(new PlanSource(member.asPlanNode(), bytes, ranges, why(reasons)));
        });
        return new Destination(List.copyOf(sources), tables);
    }

    private static long add(@Nullable HeldBytes held, List<SourceChoice> chosen, Map<String, Moved> tables) {
        if (held == null) {
            return 0;
        }
        // By place: how much of that range is chosen.
        Map<Integer, Double> parts = new TreeMap<>();
        for (SourceChoice choice : chosen) {
            int place = held.place(choice.range());
            if (place >= 0) {
                parts.merge(place, held.part(place, choice.range()), Double::sum);
            }
        }
        long sum = 0;
        for (HeldBytes.Table table : held.tables()) {
            double inside = 0;
            for (Map.Entry<Integer, Double> part : parts.entrySet()) {
                inside += table.bytes(part.getKey()) * Math.min(1, part.getValue());
            }
            long moved = table.moved(inside, parts.size());
            tables.merge(table.name(), new Moved(Math.round(inside), moved), Moved::plus);
            sum += moved;
        }
        return sum;
    }

    private static String why(Collection<ChoiceReason> reasons) {
        return reasons.stream()
                .map(reason -> switch (reason) {
                    case NO_OTHER_CANDIDATE -> "every candidate is needed";
                    case SAME_RACK -> "same rack";
                    case SAME_DATA_CENTER -> "same data centre";
                    case FEWEST_SOURCES -> "fewest sources";
                    case BYTES -> "balances the bytes";
                    case LOSES_RANGE -> "loses the ranges";
                })
                .collect(Collectors.joining(", "));
    }

    List<PlanSource> of(String destination) {
        Destination known = destinations.get(destination);
        return known == null ? List.of() : known.sources();
    }

    public List<PlanRange> ranges() {
        Map<Key, List<String>> sources = new LinkedHashMap<>();
        for (SourceChoice choice : choices) {
            sources.computeIfAbsent(
                            new Key(choice.destination(), choice.group(), choice.range()), key -> new ArrayList<>(1))
                    .add(choice.source());
        }
        return sources.entrySet().stream()
                .map(entry -> new PlanRange(
                        entry.getKey().destination(),
                        entry.getKey().keyspace(),
                        entry.getKey().range().toString(),
                        entry.getValue().stream().sorted().toList()))
                .toList();
    }

    private record Key(String destination, String keyspace, TokenRange range) {}

    /** Bytes within the ranges, once for each copy. */
    public long neededBytes(String destination, String keyspace, @Nullable String table) {
        return moved(destination, keyspace, table).needed();
    }

    /** Bytes that move: some reach beyond the ranges. */
    public long movedBytes(String destination, String keyspace, @Nullable String table) {
        return moved(destination, keyspace, table).moved();
    }

    private Moved moved(String destination, String keyspace, @Nullable String table) {
        Destination known = destinations.get(destination);
        Map<String, Moved> tables = known == null ? Map.of() : known.tables().getOrDefault(keyspace, Map.of());
        return table == null
                ? tables.values().stream().reduce(NOTHING, Moved::plus)
                : tables.getOrDefault(table, NOTHING);
    }
}
