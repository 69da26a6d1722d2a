/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.node.CassandraProcess;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.ClusterSeen;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A new node that was silent between two starts. A node that had known it forgets one that is no member once it was silent
 * for its ring delay, and takes nothing from it for twice as long: Gossiper, {@code fatClientTimeout} and
 * {@code QUARANTINE_DELAY}.
 *
 * @param until when the last of them listens to it again
 */
record IgnoredNewcomer(Instant silentSince, Instant until) {
    // From the start of a process to its first gossip.
    private static final Duration SLOW_START = Duration.ofSeconds(20);

    /** Empty where it was not silent for long enough, or all listen again. */
    static Optional<IgnoredNewcomer> of(StepContext context, Members members, CassandraProcess running) {
        return context.recordOf(StepAction.START_IN_SURVEY)
                .map(StepRecord::silentSince)
                .flatMap(since -> of(since, running.startedAt(), longestRingDelay(context, members)))
                .filter(ignored -> context.clock().instant().isBefore(ignored.until()));
    }

    private static Optional<IgnoredNewcomer> of(Instant silentSince, Instant startedAt, Duration ringDelay) {
        Duration silence = Duration.between(silentSince, startedAt).plus(SLOW_START);
        return silence.compareTo(ringDelay) > 0
                ? Optional.of(new IgnoredNewcomer(silentSince, silentSince.plus(ringDelay.multipliedBy(3))))
                : Optional.empty();
    }

    private static Duration longestRingDelay(StepContext context, Members members) {
        return members.seen().values().stream()
                .map(ClusterSeen::by)
                .flatMap(sidecar -> Stream.ofNullable(context.askHost(sidecar).cassandra()))
                .map(process -> StartOptions.ringDelay(process.options()))
                .max(Comparator.naturalOrder())
                .orElse(StartOptions.ringDelay(List.of()));
    }

    String told() {
        return "it was silent from " + silentSince.truncatedTo(ChronoUnit.SECONDS) + ", and nodes that had known it may"
                + " ignore it until " + until.truncatedTo(ChronoUnit.SECONDS);
    }
}
