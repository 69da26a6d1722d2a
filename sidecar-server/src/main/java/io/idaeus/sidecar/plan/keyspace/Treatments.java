/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides who fills a keyspace. */
public final class Treatments {
    private static final Set<String> STREAMED_FLAGS = Set.of("VIEW", "HAS_VIEWS", "CDC", "ACCORD");

    public record Decision(Treatment treatment, String why) {}

    private final ClusterFacts facts;
    private final PlanFindings findings;
    private final Slicing slicing;
    private final JoinWay way;
    private final double maxAmplification;

    public Treatments(
            ClusterFacts facts, PlanFindings findings, Slicing slicing, JoinWay way, double maxAmplification) {
        this.facts = facts;
        this.findings = findings;
        this.slicing = slicing;
        this.way = way;
        this.maxAmplification = maxAmplification;
    }

    /** Whether Idaeus fills a keyspace unless too many bytes would move. */
    boolean mayFill(KeyspaceFacts keyspace) {
        return unfilled(keyspace).isEmpty();
    }

    /**
     * @param bytes to move
     * @param bytesNeeded of them, times the copies asked for
     */
    public Decision decide(KeyspaceFacts keyspace, long bytes, long bytesNeeded) {
        Optional<Decision> unfilled = unfilled(keyspace);
        if (unfilled.isPresent()) {
            return unfilled.get();
        }
        if (slicing.cuts(keyspace.name())) {
            return new Decision(Treatment.FILL, "SSTables cut to the ranges, before the node joins");
        }
        if (streamsRest() && bytesNeeded > 0 && bytes > maxAmplification * bytesNeeded) {
            String why = String.format(
                    Locale.ROOT,
                    "its SSTables reach far beyond the ranges: %.1f times the bytes that are needed (allowed: %.1f)",
                    (double) bytes / bytesNeeded,
                    maxAmplification);
            return new Decision(Treatment.STREAM, why);
        }
        return new Decision(Treatment.FILL, "whole SSTables, before the node joins");
    }

    // However large the keyspace is.
    private Optional<Decision> unfilled(KeyspaceFacts keyspace) {
        return way.movesSstables()
                ? obstacle(keyspace).or(() -> compressor(keyspace)).map(why -> new Decision(way.unfilled(), why))
                : Optional.of(new Decision(Treatment.STREAM, "Cassandra's own replacement streams every keyspace"));
    }

    // Where nobody streams it, a finding refuses the plan.
    private Optional<String> compressor(KeyspaceFacts keyspace) {
        return streamsRest() && !findings.isAccepted(FindingCode.UNKNOWN_COMPRESSOR)
                ? facts.found(keyspace.name(), FindingCode.UNKNOWN_COMPRESSOR)
                : Optional.empty();
    }

    /** The same for a keyspace with ranges that no live replica has: nothing proves that they are complete. */
    Decision decideIncomplete(Decision decision) {
        return streamsRest() && decision.treatment() == Treatment.FILL
                ? new Decision(
                        Treatment.STREAM, "some of its ranges have no live replica; Cassandra streams the others")
                : decision;
    }

    private boolean streamsRest() {
        return way.unfilled() == Treatment.STREAM;
    }

    /** Why imports do not serve a keyspace; empty where they do. */
    public static Optional<String> obstacle(KeyspaceFacts keyspace) {
        if (keyspace.info().system()) {
            return Optional.of("a keyspace of Cassandra itself");
        }
        if (keyspace.tables().isEmpty()) {
            return Optional.of("it has no tables");
        }
        if (Replication.of(keyspace.info().replication()).isTransient()) {
            return Optional.of("it has transient replicas");
        }
        return keyspace.tables().stream()
                .filter(table -> table.definition().flags().stream().anyMatch(STREAMED_FLAGS::contains))
                .findFirst()
                .map(table -> "its table " + table.table() + " has "
                        + words(table.definition().flags()) + ", which imports do not serve");
    }

    private static String words(List<String> flags) {
        return flags.stream()
                .filter(STREAMED_FLAGS::contains)
                .map(flag -> switch (flag) {
                    case "CDC" -> "change data capture";
                    case "ACCORD" -> "a transactional mode";
                    default -> "materialized views";
                })
                .distinct()
                .collect(Collectors.joining(" and "));
    }
}
