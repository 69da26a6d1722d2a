/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.CassandraProcess;
import io.idaeus.api.CassandraProcess.Phase;
import io.idaeus.api.ClaimedStep;
import io.idaeus.api.Cluster;
import io.idaeus.api.ClusterNode;
import io.idaeus.api.Declaration;
import io.idaeus.api.Host;
import io.idaeus.api.PendingRanges;
import io.idaeus.api.PlanKeyspace;
import io.idaeus.api.PlanNode;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.draft.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Steps that bring a filled node into the ring. */
final class JoinSteps {
    private JoinSteps() {}

    /** Waits, while nobody depends on the node, for what would make the time in survey long. */
    static StepOutcome declare(StepContext context) {
        Optional<StepOutcome> notYet = PlannedRing.changed(context)
                .or(() -> Busy.withRepairs(context))
                .or(() -> Busy.withCompactions(context));
        if (notYet.isPresent()) {
            return notYet.get();
        }
        ClaimedStep claimed = context.claimed();
        Map<String, List<String>> transfers = context.transfersOf(StepAction.FILL);
        Optional<String> outgrown = PeerCalls.translated(() -> TransferSteps.outgrown(context, transfers));
        if (outgrown.isPresent()) {
            return new StepOutcome.Back(
                    StepAction.FILL, Set.of(outgrown.get()), outgrown.get() + " has tables that were not filled");
        }
        for (PlanKeyspace keyspace : context.filled()) {
            List<String> ids = transfers.getOrDefault(keyspace.keyspace(), List.of());
            Declaration declaration = new Declaration(
                    claimed.digest(),
                    claimed.fence(),
                    keyspace.keyspace(),
                    context.owned(keyspace.keyspace()),
                    FillSources.copies(context, keyspace.keyspace()),
                    ids.subList(Math.max(0, ids.size() - 1), ids.size()));
            Optional<String> changed = declare(context, declaration);
            if (changed.isPresent()) {
                return new StepOutcome.Back(StepAction.FILL, Set.of(keyspace.keyspace()), changed.get());
            }
        }
        return StepOutcome.done(context.filled().stream()
                .map(keyspace -> keyspace.keyspace() + ": "
                        + context.owned(keyspace.keyspace()).size() + " ranges")
                .collect(Collectors.joining(", ")));
    }

    /** Why the keyspace has to be transferred again; empty where it is declared. */
    private static Optional<String> declare(StepContext context, Declaration declaration) {
        try {
            call(() -> context.destination()
                    .client()
                    .claims()
                    .declare(context.plan().id(), declaration));
            return Optional.empty();
        } catch (ProblemException e) {
            if (e.type() != ProblemType.TABLE_CHANGED) {
                throw e;
            }
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Writes that a node acknowledged before it knew of the new one must have ended before the delta begins. */
    static StepOutcome awaitSurvey(StepContext context) {
        Host host = PeerCalls.translated(() -> context.destination().client().host());
        CassandraProcess running = host.cassandra();
        if (running == null) {
            return dead(context);
        }
        if (running.phase() == Phase.NORMAL) {
            // Started without write survey: it is read already, and the delta comes at once.
            return awaitNormal(context);
        }
        if (running.phase() != Phase.SURVEY) {
            return WrongStart.memberInSurvey(running)
                    .orElseGet(() ->
                            StepOutcome.running("the new node is " + running.mode() + ", on its way to write survey"));
        }
        String address = String.valueOf(running.address());
        Map<String, KnownSidecar> sidecars = sidecars(context);
        long timeout = 0;
        for (ClusterNode node : context.cluster().nodes()) {
            if (!isLiveMember(context, node, running)) {
                continue;
            }
            KnownSidecar sidecar = sidecars.get(node.hostId());
            if (sidecar == null) {
                return silent(node);
            }
            for (PlanKeyspace keyspace : context.filled()) {
                List<String> missing = missing(sidecar, keyspace.keyspace(), context, address);
                if (!missing.isEmpty()) {
                    return StepOutcome.running(node.address() + " does not write to " + address + " yet: "
                            + missing.size() + " ranges of " + keyspace.keyspace() + " are not pending");
                }
            }
            timeout = Math.max(timeout, sidecar.client().cluster().maxWriteTimeoutMillis());
        }
        return afterTimeout(context, timeout, running);
    }

    /**
     * Whether every node writes to this process since before the delta began. One that was started again may have missed
     * writes, and the ring may have forgotten it for a while.
     */
    static boolean isWrittenTo(StepContext context, CassandraProcess running) {
        return context.plan()
                .record(StepAction.AWAIT_SURVEY)
                .map(StepRecord::detail)
                .filter(detail -> detail.startsWith(writtenTo(running)))
                .isPresent();
    }

    private static String writtenTo(CassandraProcess running) {
        return "every node writes to the new one, started at " + running.startedAt() + ", since ";
    }

    // The step's detail holds since when every node writes to the new one.
    private static StepOutcome afterTimeout(StepContext context, long timeout, CassandraProcess running) {
        String prefix = writtenTo(running);
        String detail = context.record().detail();
        Instant now = context.clock().instant();
        if (detail == null || !detail.startsWith(prefix)) {
            return StepOutcome.running(prefix + now);
        }
        Instant since = Instant.parse(detail.substring(prefix.length()));
        return since.plusMillis(timeout).isBefore(now)
                ? StepOutcome.done(
                        detail + "; the longest write timeout, " + timeout + " ms, has passed; Cassandra streamed "
                                + running.streamedBytes() + " bytes of what was not declared")
                : StepOutcome.running(detail);
    }

    private static List<String> missing(KnownSidecar sidecar, String keyspace, StepContext context, String address) {
        PendingRanges pending = PeerCalls.translated(() -> sidecar.client().pendingRanges(keyspace));
        TokenRanges seen = TokenRanges.of(pending.ranges().stream()
                .filter(range -> range.addresses().contains(address))
                .map(range -> TokenRange.parse(range.range()))
                .toList());
        return context.owned(keyspace).stream()
                .filter(range -> !seen.containsAll(TokenRanges.of(TokenRange.parse(range))))
                .toList();
    }

    static StepOutcome join(StepContext context) {
        Host host = PeerCalls.translated(() -> context.destination().client().host());
        CassandraProcess running = host.cassandra();
        if (running == null) {
            return dead(context);
        }
        if (running.phase() == Phase.NORMAL) {
            return StepOutcome.done("the node is NORMAL");
        }
        Map<String, KnownSidecar> sidecars = sidecars(context);
        Optional<ClusterNode> unasked = context.cluster().nodes().stream()
                .filter(node -> isLiveMember(context, node, running))
                .filter(node -> !sidecars.containsKey(node.hostId()))
                .findFirst();
        if (unasked.isPresent()) {
            return silent(unasked.get());
        }
        Optional<StepOutcome> busy = Busy.withCompactions(context);
        if (busy.isPresent()) {
            return busy.get();
        }
        call(() -> context.destination().client().claims().join(context.plan().id(), context.claimed()));
        return StepOutcome.running("nodetool join was called");
    }

    static StepOutcome awaitNormal(StepContext context) {
        Host host = PeerCalls.translated(() -> context.destination().client().host());
        CassandraProcess running = host.cassandra();
        if (running == null) {
            return StepOutcome.waiting(
                    Cause.NODE_DOWN, "the new node's Cassandra does not answer", "start it again, as it was started");
        }
        if (running.phase() == Phase.OTHER) {
            // A member that was started with options of the plan: the others see it down, or it says so itself.
            return StepOutcome.waiting(
                    Cause.WRONG_START,
                    "the new node is " + running.mode() + " (expected: NORMAL); its options: " + running.options(),
                    "nodetool drain, stop it, and start it without the options of the plan");
        }
        if (running.phase() != Phase.NORMAL) {
            return StepOutcome.running("the new node is " + running.mode());
        }
        for (KnownSidecar sidecar : sidecars(context).values()) {
            Cluster view = PeerCalls.translated(() -> sidecar.client().cluster());
            boolean member = view.nodes().stream()
                    .anyMatch(node -> node.hostId().equals(running.hostId())
                            && node.movement().equals("NORMAL")
                            && node.liveness().equals("UP"));
            if (!member) {
                return StepOutcome.running(sidecar.uri() + " does not see the new node UP and NORMAL yet");
            }
        }
        return StepOutcome.done("every node sees " + running.address() + " UP and NORMAL");
    }

    /** A node that dies while writes need it. */
    static StepOutcome dead(StepContext context) {
        SeenReplacement seen = SeenReplacement.of(context.plan(), context.planned(), context.directory());
        return StepOutcome.waiting(
                Cause.NODE_DOWN,
                "the new node's Cassandra, " + seen.address() + ", does not answer; writes at QUORUM of its ranges fail"
                        + " until it is back or removed",
                "start it again with the same options; or stop it, cancel the plan, and run "
                        + seen.removal(context.plan()) + " on a live node");
    }

    private static StepOutcome silent(ClusterNode node) {
        return StepOutcome.waiting(
                Cause.NODE_DOWN,
                "the sidecar of " + node.address() + " does not answer, so nobody knows how its node sees the ring",
                "start the sidecar of " + node.address());
    }

    private static boolean isLiveMember(StepContext context, ClusterNode node, CassandraProcess running) {
        PlanNode dead = context.plan().draft().dead();
        return !node.hostId().equals(running.hostId())
                && (dead == null || !node.hostId().equals(dead.hostId()))
                && node.liveness().equals("UP");
    }

    static Map<String, KnownSidecar> sidecars(StepContext context) {
        return context.directory().find(context.cluster().nodes(), ClusterSteps.named(context));
    }

    static void call(Runnable call) {
        PeerCalls.translated(() -> {
            call.run();
            return true;
        });
    }
}
