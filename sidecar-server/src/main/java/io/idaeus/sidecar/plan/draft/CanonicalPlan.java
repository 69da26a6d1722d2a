/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.plan.PlanCluster;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.sidecar.plan.way.PlannedStep;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The approved fields of a plan, as text: one line {@code name=value} for each field, in a fixed order. Strings are
 * quoted as in JSON, so that no value looks like another line. Lists begin with their size, maps are in the order of
 * their keys. A field without a value has no line: one that a later build adds changes no digest of plans that do not
 * have it.
 *
 * <p>Bytes, free space and estimates change all the time, and findings are for people: they are not what is approved.
 */
public final class CanonicalPlan {
    private CanonicalPlan() {}

    public static Stream<String> lines(Draft draft) {
        return Stream.of(
                        request(draft.request()),
                        cluster("cluster", draft.cluster()),
                        node("dead", draft.dead()),
                        each("destinations", draft.destinations(), CanonicalPlan::destination),
                        each("keyspaces", draft.keyspaces(), CanonicalPlan::keyspace),
                        each("steps", draft.steps(), CanonicalPlan::step),
                        owned(draft.owned()),
                        each("ranges", draft.ranges(), CanonicalPlan::range),
                        source(draft),
                        each("schema", draft.schema(), CanonicalPlan::statement))
                .flatMap(lines -> lines);
    }

    private static Stream<String> request(PlanRequest request) {
        return Stream.of(
                        one("request.kind", request.kind()),
                        one("request.dead", request.dead()),
                        list("request.destinations", request.destinations()),
                        one("request.datacenter", request.datacenter()),
                        one("request.sourceDatacenter", request.sourceDatacenter()),
                        one("request.way", request.way()),
                        map("request.writes", request.writes()),
                        list("request.keyspaces", request.keyspaces()),
                        one("request.maxAmplification", request.maxAmplification()),
                        one("request.maxRate", request.maxRate()),
                        list("request.sidecars", request.sidecars()),
                        list("request.accept", request.accept()),
                        one("request.joinDelays", request.joinDelays()),
                        map("request.racks", request.racks()),
                        lists("request.tokens", request.tokens()),
                        one("request.from", request.from()),
                        list("request.tables", request.tables()),
                        map("request.replication", replication(request)),
                        one("request.truncate", request.truncate()),
                        one("request.compare", request.compare()))
                .flatMap(lines -> lines);
    }

    private static @Nullable Map<String, String> replication(PlanRequest request) {
        Map<String, Map<String, Integer>> named = request.replication();
        if (named == null) {
            return null;
        }
        Map<String, String> replication = new TreeMap<>();
        named.forEach((keyspace, replicas) -> replication.put(keyspace, new TreeMap<>(replicas).toString()));
        return replication;
    }

    private static Stream<String> cluster(String name, PlanCluster cluster) {
        return Stream.of(
                        one(name + ".name", cluster.name()),
                        one(name + ".cassandraVersion", cluster.cassandraVersion()),
                        one(name + ".ring", cluster.ring()),
                        one(name + ".schema", cluster.schema()),
                        one(name + ".epoch", cluster.epoch()))
                .flatMap(lines -> lines);
    }

    // With the tables: within one cluster, all of a keyspace are filled.
    private static Stream<String> source(Draft draft) {
        PlanCluster source = draft.source();
        List<String> cloned = draft.keyspaces().stream()
                .flatMap(keyspace -> keyspace.tables().stream().map(table -> keyspace.keyspace() + "." + table.table()))
                .toList();
        return source == null ? Stream.empty() : Stream.concat(cluster("source", source), list("cloned", cloned));
    }

    private static Stream<String> statement(String name, SchemaStatement statement) {
        return Stream.of(
                        one(name + ".kind", statement.kind()),
                        one(name + ".keyspace", statement.keyspace()),
                        one(name + ".table", statement.table()),
                        one(name + ".name", statement.name()),
                        one(name + ".statement", statement.statement()))
                .flatMap(lines -> lines);
    }

    private static Stream<String> node(String name, @Nullable PlanNode node) {
        return node == null
                ? Stream.empty()
                : Stream.of(
                                one(name + ".hostId", node.hostId()),
                                one(name + ".address", node.address()),
                                one(name + ".datacenter", node.datacenter()),
                                one(name + ".rack", node.rack()),
                                one(name + ".sidecar", node.sidecar()))
                        .flatMap(lines -> lines);
    }

    private static Stream<String> destination(String name, PlanDestination destination) {
        return Stream.of(
                        one(name + ".sidecar", destination.sidecar()),
                        each(name + ".starts", destination.starts(), CanonicalPlan::start),
                        list(name + ".tokens", destination.tokens()))
                .flatMap(lines -> lines);
    }

    private static Stream<String> start(String name, PlanStart start) {
        return Stream.of(
                        one(name + ".name", start.name()),
                        list(name + ".jvmOptions", start.jvmOptions()),
                        list(name + ".yaml", start.yaml()),
                        list(name + ".removed", start.removed()),
                        one(name + ".numTokens", start.numTokens()))
                .flatMap(lines -> lines);
    }

    private static Stream<String> keyspace(String name, PlanKeyspace keyspace) {
        return Stream.of(
                        one(name + ".keyspace", keyspace.keyspace()),
                        one(name + ".writes", keyspace.writes()),
                        one(name + ".copies", keyspace.copies()),
                        one(name + ".treatment", keyspace.treatment()),
                        one(name + ".slices", keyspace.slices()))
                .flatMap(lines -> lines);
    }

    private static Stream<String> step(String name, PlannedStep step) {
        return Stream.of(
                        one(name + ".action", step.action()),
                        one(name + ".destination", step.destination()),
                        one(name + ".start", step.start()),
                        one(name + ".withPrevious", step.withPrevious()))
                .flatMap(lines -> lines);
    }

    private static Stream<String> owned(Map<String, Map<String, List<String>>> owned) {
        return new TreeMap<>(owned).entrySet().stream().flatMap(destination -> new TreeMap<>(destination.getValue())
                .entrySet().stream()
                        .flatMap(keyspace -> list(
                                "owned[" + quoted(destination.getKey()) + "][" + quoted(keyspace.getKey()) + "]",
                                keyspace.getValue())));
    }

    private static Stream<String> range(String name, PlanRange range) {
        return Stream.of(
                        one(name + ".destination", range.destination()),
                        one(name + ".keyspace", range.keyspace()),
                        one(name + ".range", range.range()),
                        list(name + ".sources", range.sources()),
                        one(name + ".from", range.from()))
                .flatMap(lines -> lines);
    }

    private interface Lines<T> {
        Stream<String> of(String name, T value);
    }

    private static <T> Stream<String> each(String name, @Nullable List<T> values, Lines<T> lines) {
        return values == null
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(name + ".size=" + values.size()),
                        IntStream.range(0, values.size())
                                .boxed()
                                .flatMap(i -> lines.of(name + "[" + i + "]", values.get(i))));
    }

    private static Stream<String> list(String name, @Nullable List<String> values) {
        return each(name, values, CanonicalPlan::one);
    }

    private static Stream<String> map(String name, @Nullable Map<String, String> values) {
        return values == null
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(name + ".size=" + values.size()),
                        new TreeMap<>(values)
                                .entrySet().stream()
                                        .flatMap(entry ->
                                                one(name + "[" + quoted(entry.getKey()) + "]", entry.getValue())));
    }

    private static Stream<String> lists(String name, @Nullable Map<String, List<String>> values) {
        return values == null
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(name + ".size=" + values.size()),
                        new TreeMap<>(values)
                                .entrySet().stream()
                                        .flatMap(entry ->
                                                list(name + "[" + quoted(entry.getKey()) + "]", entry.getValue())));
    }

    private static Stream<String> one(String name, @Nullable Object value) {
        return value == null ? Stream.empty() : Stream.of(name + "=" + quoted(Objects.toString(value)));
    }

    // RFC 8259, section 7, with nothing escaped that need not be.
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < 0x20) {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
