/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes the ranges of what is corrupt at its source from another one: one whose node held all of them, and that was asked for
 * others.
 */
final class Replacements {
    private final PlanPhase planning;

    Replacements(PlanPhase planning) {
        this.planning = planning;
    }

    /** Adds them to the plan; whether there is more to pull now. */
    boolean plan(TransferRun run) throws TransferInterruptedException {
        boolean more = false;
        for (Map.Entry<Integer, TokenRanges> each : wanted(run).entrySet()) {
            more |= planning.planMore(run, each.getKey(), each.getValue());
        }
        return more;
    }

    /** What to ask of which source. */
    private static Map<Integer, TokenRanges> wanted(TransferRun run) {
        SstableOutcomes outcomes = run.outcomes();
        OtherSources others = new OtherSources(run.record().sources());
        List<PlannedSstable> corrupt = outcomes.inState(TransferSstable.State.SOURCE_CORRUPT).stream()
                .map(outcomes.plan().sstables()::get)
                .toList();
        Map<Integer, TokenRanges> wanted = new TreeMap<>();
        for (PlannedSstable bad : corrupt) {
            others.substitute(bad).ifPresent(source -> {
                boolean sound = corrupt.stream().noneMatch(other -> other.source() == source && other.overlaps(bad));
                if (sound) {
                    wanted.merge(source, others.lostWith(bad), Replacements::union);
                }
            });
        }
        return wanted;
    }

    static TokenRanges union(TokenRanges one, TokenRanges other) {
        List<TokenRange> both = new ArrayList<>(one.ranges());
        both.addAll(other.ranges());
        return TokenRanges.of(both);
    }
}
