/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.sidecar.placement.Growth;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which ranges a new node passes on to another one, which joins after it. */
public final class PassedOn {
    private final ClusterFacts facts;
    private final KeyspaceGrowths growths;
    private final List<Newcomer> newcomers;

    public PassedOn(ClusterFacts facts, KeyspaceGrowths growths, List<Newcomer> newcomers) {
        this.facts = facts;
        this.growths = growths;
        this.newcomers = newcomers;
    }

    /** The ranges of a draft; those that pass from one new node to another name it. */
    public List<PlanRange> named(KeyspaceDrafts.Result filled) {
        Map<String, KeyspaceFacts> keyspaces =
                facts.keyspaces().stream().collect(Collectors.toMap(KeyspaceFacts::name, keyspace -> keyspace));
        Map<List<String>, String> from = new HashMap<>();
        for (PlanKeyspace planned : filled.keyspaces()) {
            KeyspaceFacts keyspace = keyspaces.get(planned.keyspace());
            if (keyspace == null || planned.treatment() != Treatment.FILL) {
                continue;
            }
            for (Newcomer newcomer : newcomers) {
                growths.of(keyspace).of(newcomer.node()).stream()
                        .filter(Growth.Gain::isChained)
                        .forEach(gain -> growths.asTheRingCuts(gain.range())
                                .forEach(range -> from.put(
                                        List.of(newcomer.sidecar(), keyspace.name(), range.toString()),
                                        gain.losers().get(0).id())));
            }
        }
        return filled.shares().ranges().stream()
                .map(range -> new PlanRange(
                        range.destination(),
                        range.keyspace(),
                        range.range(),
                        range.sources(),
                        from.get(List.of(range.destination(), range.keyspace(), range.range()))))
                .toList();
    }
}
