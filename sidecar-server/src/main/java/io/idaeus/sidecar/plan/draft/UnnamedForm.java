/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.plan.PlanCluster;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.sidecar.plan.way.PlannedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The text that earlier builds made a digest from: their records as Java printed them. Frozen: components that were added
 * since are left out, whatever the records are called now.
 */
final class UnnamedForm {
    private UnnamedForm() {}

    /**
     * Whether another draft could have the same text. The strings of records are not quoted in it: one with a line break
     * could stand for a line, and one with a comma for two.
     */
    static boolean isAmbiguous(Draft draft) {
        Stream<String> lists = Stream.concat(
                draft.ranges().stream().flatMap(range -> range.sources().stream()),
                draft.owned().values().stream()
                        .flatMap(owned -> owned.values().stream())
                        .flatMap(List::stream));
        Stream<String> names = draft.ranges().stream()
                .flatMap(range -> Stream.of(range.destination(), range.keyspace(), range.range()));
        return lines(draft).anyMatch(line -> line.chars().anyMatch(Character::isISOControl))
                || Stream.concat(lists, names).anyMatch(text -> text.contains(", ") || text.contains("|"));
    }

    static Stream<String> lines(Draft draft) {
        List<String> lines = new ArrayList<>();
        lines.add(line(draft.request()));
        lines.add(line(draft.cluster()));
        lines.add(line(draft.dead()));
        draft.destinations()
                .forEach(each -> lines.add(each.sidecar()
                        + each.starts().stream().map(UnnamedForm::line).toList()));
        draft.keyspaces()
                .forEach(each -> lines.add(String.join(
                        "|",
                        each.keyspace(),
                        each.writes(),
                        String.valueOf(each.copies()),
                        each.treatment().name())));
        draft.steps().forEach(each -> lines.add(line(each)));
        new TreeMap<>(draft.owned()).forEach((destination, owned) -> new TreeMap<>(owned)
                .forEach((keyspace, ranges) -> lines.add(destination + "|" + keyspace + "|" + ranges)));
        return Stream.concat(lines.stream(), draft.ranges().stream().map(UnnamedForm::line));
    }

    // The order in which a map was written does not count.
    private static String line(PlanRequest request) {
        Map<String, String> writes = request.writes();
        return "PlanRequest[kind=" + request.kind() + ", dead=" + request.dead() + ", destinations="
                + request.destinations() + ", datacenter=" + request.datacenter() + ", sourceDatacenter="
                + request.sourceDatacenter() + ", way=" + request.way() + ", writes="
                + (writes == null ? null : new TreeMap<>(writes)) + ", keyspaces=" + request.keyspaces()
                + ", maxAmplification=" + request.maxAmplification() + ", maxRate=" + request.maxRate()
                + ", sidecars=" + request.sidecars() + ", accept=" + request.accept() + "]";
    }

    private static String line(PlanCluster cluster) {
        return "PlanCluster[name=" + cluster.name() + ", cassandraVersion=" + cluster.cassandraVersion() + ", ring="
                + cluster.ring() + ", schema=" + cluster.schema() + ", epoch=" + cluster.epoch() + "]";
    }

    private static String line(@Nullable PlanNode node) {
        return node == null
                ? "null"
                : "PlanNode[hostId=" + node.hostId() + ", address=" + node.address() + ", datacenter="
                        + node.datacenter() + ", rack=" + node.rack() + ", sidecar=" + node.sidecar() + "]";
    }

    private static String line(PlanStart start) {
        return "PlanStart[name=" + start.name() + ", jvmOptions=" + start.jvmOptions() + ", yaml=" + start.yaml()
                + ", removed=" + start.removed() + "]";
    }

    private static String line(PlannedStep step) {
        return "PlannedStep[action=" + step.action() + ", destination=" + step.destination() + ", start=" + step.start()
                + "]";
    }

    private static String line(PlanRange range) {
        return "PlanRange[destination=" + range.destination() + ", keyspace=" + range.keyspace() + ", range="
                + range.range() + ", sources=" + range.sources() + "]";
    }
}
