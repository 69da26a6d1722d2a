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
 * @param atSnapshot whether it is known to have owned the same when the snapshot was taken: it did before and does after
 */
public record OwnedTokens(TokenRanges now, boolean atSnapshot) {
    /** By keyspace, for {@link #afterSnapshot}. */
    public static Map<String, List<String>> beforeSnapshot(SstableSource source, List<TableRef> tables) {
        return tables.stream()
                .map(TableRef::keyspace)
                .distinct()
                .collect(Collectors.toMap(keyspace -> keyspace, keyspace -> source.owned(keyspace).ranges().stream()
                        .map(TokenRange::toString)
                        .toList()));
    }

    /** @param before null where it is unknown what the node owned before */
    public static OwnedTokens afterSnapshot(
            SstableSource source, String keyspace, @Nullable Map<String, List<String>> before) {
        TokenRanges now = source.owned(keyspace);
        List<String> then = before == null ? null : before.get(keyspace);
        return new OwnedTokens(now, then != null && parse(then).equals(now));
    }

    /** For live SSTables. */
    public static OwnedTokens live(SstableSource source, String keyspace) {
        return new OwnedTokens(source.owned(keyspace), true);
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
