/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that a source's node owns in a keyspace.
 *
 * @param certain what it certainly owned at the snapshot; null where nothing is known of that time
 */
public record OwnedTokens(TokenRanges now, @Nullable TokenRanges certain) {
    public static Map<String, List<String>> beforeSnapshot(SstableSource source, List<TableRef> tables) {
        return tables.stream()
                .map(TableRef::keyspace)
                .distinct()
                .collect(Collectors.toMap(keyspace -> keyspace, keyspace -> source.owned(keyspace).ranges().stream()
                        .map(TokenRange::toString)
                        .toList()));
    }

    /** @param before null where unknown */
    public static OwnedTokens afterSnapshot(
            SstableSource source, String keyspace, @Nullable Map<String, List<String>> before) {
        TokenRanges now = source.owned(keyspace);
        List<String> then = before == null ? null : before.get(keyspace);
        // Tokens owned both before and after the snapshot were owned when it was taken.
        return new OwnedTokens(now, then == null ? null : parse(then).intersect(now));
    }

    public static OwnedTokens live(SstableSource source, String keyspace) {
        TokenRanges now = source.owned(keyspace);
        return new OwnedTokens(now, now);
    }

    public static TokenRanges parse(List<String> ranges) {
        return TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
    }

    public static TokenRanges union(TokenRanges one, TokenRanges other) {
        List<TokenRange> both = new ArrayList<>(one.ranges());
        both.addAll(other.ranges());
        return TokenRanges.of(both);
    }
}
