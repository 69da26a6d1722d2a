/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.Finding.Severity;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.LiveSstables;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks the live SSTables of a plan's sources, as its transfers would. */
public final class SstableChecks {
    /** The most findings of one code. Where there are more, the last one counts them. */
    static final int MOST = 50;

    private static final int NAMED = 3;

    private final ClusterFacts facts;
    private final PlanFindings findings;
    private final Map<FindingCode, Integer> counts = new EnumMap<>(FindingCode.class);
    private final Set<String> leftBehind = new TreeSet<>();
    // The keyspaces and tables that were not checked, by the address of the source.
    private final Map<String, Set<String>> unknown = new TreeMap<>();

    public SstableChecks(ClusterFacts facts, PlanFindings findings) {
        this.facts = facts;
        this.findings = findings;
    }

    /** Adds what it finds to the findings. */
    public void run(KeyspaceDrafts.Result filled) {
        Map<String, List<PlanRange>> ranges =
                filled.shares().ranges().stream().collect(Collectors.groupingBy(PlanRange::keyspace));
        filled.keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.FILL)
                .map(PlanKeyspace::keyspace)
                .forEach(keyspace -> keyspace(keyspace, ranges.getOrDefault(keyspace, List.of())));
        counts.forEach((code, count) -> {
            if (count > MOST) {
                findings.add(code, "others", "%d more of these, of other tables or sources".formatted(count - MOST));
            }
        });
        unknown.forEach((address, tables) -> findings.add(
                PlanFindingCode.SSTABLES_UNKNOWN,
                address,
                "its sidecar does not tell what transfers would find at the SSTables of " + Listed.of(tables, NAMED)));
    }

    /** The keyspaces with SSTables that are left behind, because the plan accepts that they cannot be read. */
    public Set<String> leftBehind() {
        return Collections.unmodifiableSet(leftBehind);
    }

    private void keyspace(String keyspace, List<PlanRange> ranges) {
        ranges.stream()
                .flatMap(range -> range.sources().stream())
                .distinct()
                .sorted()
                .forEach(source -> source(facts.member(source).orElseThrow(), keyspace, ranges));
    }

    private void source(MemberFacts member, String keyspace, List<PlanRange> ranges) {
        String address = member.node().address();
        HeldBytes held = member.sizes().get(keyspace);
        if (held == null) {
            unknown(address, keyspace);
            return;
        }
        // Few sources have a finding, and a large ring has many ranges.
        TokenRanges requested = null;
        for (HeldBytes.Table table : held.tables()) {
            List<SstableFinding> found = table.findings();
            if (found == null) {
                unknown(address, keyspace + "." + table.name());
                continue;
            }
            for (SstableFinding each : found) {
                requested = requested == null ? requested(member.node().hostId(), ranges) : requested;
                if (!isAboutCutting(each) && concerns(each, requested)) {
                    add(address, keyspace, table.name(), each);
                }
            }
        }
    }

    // Slicing asks for it: these move whole.
    private static boolean isAboutCutting(SstableFinding found) {
        return found.code().equals(FindingCode.SLICE_IMPOSSIBLE.name());
    }

    private static TokenRanges requested(String source, List<PlanRange> ranges) {
        return TokenRanges.of(ranges.stream()
                .filter(range -> range.sources().contains(source))
                .map(range -> TokenRange.parse(range.range()))
                .toList());
    }

    // As a transfer does: one that cannot be read may hold any token.
    private static boolean concerns(SstableFinding found, TokenRanges requested) {
        List<String> ranges = found.ranges();
        if (ranges == null) {
            return true;
        }
        try {
            TokenRanges spanned =
                    TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
            return !requested.intersect(spanned).isEmpty();
        } catch (IllegalArgumentException e) {
            // No ranges, whatever the source means: what it found counts.
            return true;
        }
    }

    private void add(String address, String keyspace, String table, SstableFinding found) {
        String name = keyspace + "." + table;
        code(found)
                .ifPresentOrElse(
                        code -> {
                            if (counts.merge(code, 1, Integer::sum) <= MOST) {
                                findings.add(code, name + " at " + address, LiveSstables.worded(found));
                            }
                            if (code == FindingCode.SSTABLE_UNREADABLE && findings.isAccepted(code)) {
                                leftBehind.add(keyspace);
                            }
                        },
                        () -> unknown(address, name));
    }

    // A later version may know others.
    private static Optional<FindingCode> code(SstableFinding found) {
        return Arrays.stream(FindingCode.values())
                .filter(code -> code.name().equals(found.code()))
                .filter(code -> code.severity() == Severity.REFUSE || code.canBeAccepted())
                .findFirst();
    }

    private void unknown(String address, String what) {
        unknown.computeIfAbsent(address, key -> new TreeSet<>()).add(what);
    }
}
