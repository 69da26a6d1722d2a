/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sources that do not count as sources of some tokens, because SSTables with these tokens are corrupt there.
 *
 * @param tokens by host id
 */
record CorruptSources(Map<String, TokenRanges> tokens) {
    static final CorruptSources NONE = new CorruptSources(Map.of());

    static boolean areFoundBy(Transfer transfer) {
        return transfer.sources().stream().anyMatch(source -> source.corrupt() != null);
    }

    /**
     * Tokens that transfers of a keyspace found corrupt. Tokens that a later one brought completely are sound again.
     *
     * @param transfers in the order in which they began
     */
    static CorruptSources foundBy(List<Transfer> transfers, PlanKeyspace keyspace) {
        Map<String, TokenRanges> tokens = new TreeMap<>();
        for (Transfer transfer : transfers) {
            if (transfer.outcome() == Transfer.Outcome.COMPLETE) {
                transfer.request()
                        .sources()
                        .forEach(source -> tokens.computeIfPresent(
                                String.valueOf(source.hostId()), (hostId, bad) -> bad.without(asked(source))));
            }
            for (Transfer.SourceStatus source : transfer.sources()) {
                Transfer.CorruptSstables corrupt = source.corrupt();
                if (corrupt != null) {
                    tokens.merge(String.valueOf(source.hostId()), concerned(corrupt, keyspace), CorruptSources::union);
                }
            }
        }
        return new CorruptSources(tokens);
    }

    private static TokenRanges asked(SourceRef source) {
        List<String> ranges = source.ranges() == null ? List.of() : source.ranges();
        return TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
    }

    // An SSTable that moves whole also brings rows beside its range, and their tombstones may be in the corrupt one.
    private static TokenRanges concerned(Transfer.CorruptSstables corrupt, PlanKeyspace keyspace) {
        return keyspace.cut()
                ? TokenRanges.of(
                        corrupt.ranges().stream().map(TokenRange::parse).toList())
                : TokenRanges.fullRing();
    }

    private static TokenRanges union(TokenRanges one, TokenRanges other) {
        return TokenRanges.of(
                Stream.of(one, other).flatMap(each -> each.ranges().stream()).toList());
    }

    /** Host ids of those that do not count for all tokens of a range. */
    Set<String> at(PlanRange range) {
        TokenRanges wanted = TokenRanges.of(TokenRange.parse(range.range()));
        return tokens.entrySet().stream()
                .filter(entry -> !entry.getValue().intersect(wanted).isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
