/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.Finding.Severity;
import io.idaeus.api.sstable.ComponentInfo;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.check.HeaderCheck;
import io.idaeus.sidecar.selection.check.RepairedState;
import io.idaeus.sidecar.selection.check.SstableCheck;
import io.idaeus.sidecar.selection.finding.DetailGroups;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.slice.Sliceable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds what refuses a transfer of a table's live SSTables to another node of the cluster, which has the same schema
 * and reads the same versions; and which of them cannot be cut. Keeps few of the SSTables. Not thread-safe.
 */
public final class LiveSstables {
    private static final int MOST_RANGES = 100;

    // Where they span more, they may hold any token.
    private static final int MOST_BOUNDS = 10_000;

    private final Map<FindingCode, DetailGroups> found = new EnumMap<>(FindingCode.class);
    private final Map<DetailGroups.Group, List<TokenBounds>> bounds = new HashMap<>();
    private final SstableCheck check;

    /**
     * @param header types of an SSTable written now
     * @param droppedTypes types of dropped columns, by name
     * @param version of Cassandra
     */
    public LiveSstables(SerializationHeader header, Map<String, String> droppedTypes, ReleaseVersion version) {
        check = new SstableCheck(
                sstable -> Optional.empty(),
                new HeaderCheck(header, droppedTypes, version),
                RepairedState.KEPT,
                (code, sstable, detail) -> {
                    if (refuses(code)) {
                        add(code, sstable, detail);
                    }
                });
    }

    /** Adds an SSTable to those looked at. */
    public void add(SstableInfo sstable) {
        SstableStatistics statistics = sstable.statistics();
        if (statistics == null) {
            add(FindingCode.SSTABLE_UNREADABLE, sstable, SstableCheck.unreadable(sstable));
        } else {
            check.run(sstable, statistics);
            Sliceable.obstacle(
                            sstable.format(),
                            statistics.compression(),
                            sstable.components().stream()
                                    .map(ComponentInfo::name)
                                    .collect(Collectors.toSet()))
                    .ifPresent(why -> add(FindingCode.SLICE_IMPOSSIBLE, sstable, "cannot be cut: " + why));
        }
    }

    private static boolean refuses(FindingCode code) {
        return code.severity() == Severity.REFUSE || code.severity() == Severity.REFUSE_UNLESS_ACCEPTED;
    }

    private void add(FindingCode code, SstableInfo sstable, String detail) {
        DetailGroups.Group group =
                found.computeIfAbsent(code, each -> new DetailGroups()).add(sstable.name(), detail);
        SstableStatistics statistics = sstable.statistics();
        List<TokenBounds> spanned = bounds.computeIfAbsent(group, each -> new ArrayList<>());
        if (statistics != null && spanned.size() <= MOST_BOUNDS) {
            spanned.add(
                    new TokenBounds(Long.parseLong(statistics.firstToken()), Long.parseLong(statistics.lastToken())));
        }
    }

    /** As selections word it. */
    public static String worded(SstableFinding finding) {
        return DetailGroups.worded(
                OneLine.of(finding.detail()),
                finding.sstables(),
                finding.names().stream().map(OneLine::of).toList());
    }

    /** At most 11 for each code. */
    public List<SstableFinding> findings() {
        List<SstableFinding> all = new ArrayList<>();
        found.forEach((code, groups) -> groups.all()
                .forEach((detail, group) ->
                        all.add(new SstableFinding(code.name(), detail, group.count(), group.names(), ranges(group)))));
        return List.copyOf(all);
    }

    // Null for any: also where one of the group cannot be read.
    private @Nullable List<String> ranges(DetailGroups.Group group) {
        List<TokenBounds> spanned = bounds.getOrDefault(group, List.of());
        if (spanned.size() < group.count() || spanned.size() > MOST_BOUNDS) {
            return null;
        }
        List<TokenRange> ranges = TokenRanges.covering(spanned).ranges();
        return ranges.size() > MOST_RANGES
                ? null
                : ranges.stream().map(TokenRange::toString).toList();
    }
}
