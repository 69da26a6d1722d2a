/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.ClaimedStep;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.client.ClaimsClient;
import io.idaeus.sidecar.plan.attempt.SeenNewcomer;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.source.FillSources;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Steps that bring a filled node into the ring. */
final class JoinSteps {
    private static final int DECLARED = 10_000;
    private static final String FORGOTTEN =
            "wait until the other nodes have forgotten it (30 s where ring_delay_ms is Cassandra's default), then ";
    private static final String TOO_EARLY = "; Cassandra refuses to start earlier: \"already exists, cancelling join\"";

    private JoinSteps() {}

    /** Waits, while nobody depends on the node, for what would make the time in survey long. */
    static StepOutcome declare(StepContext context) {
        Optional<StepOutcome> notYet = new Waits()
                .look(() -> PlannedRing.changed(context))
                .look(() -> Busy.withRepairs(context))
                .look(() -> Busy.withCompactions(context))
                .asOne();
        if (notYet.isPresent()) {
            return notYet.get();
        }
        ClaimedStep claimed = context.claimed();
        Map<String, List<String>> transfers = context.transfersOf(StepAction.FILL);
        // Why, by keyspace.
        Map<String, String> again = new LinkedHashMap<>();
        TransferSteps.outgrown(context, transfers)
                .forEach(keyspace -> again.put(keyspace, keyspace + " has tables that were not filled"));
        Waits refused = new Waits();
        for (PlanKeyspace keyspace : context.filled()) {
            String name = keyspace.keyspace();
            if (again.containsKey(name)) {
                continue;
            }
            List<String> last = context.parts(keyspace).stream()
                    .map(part -> transfers.getOrDefault(part.name(), List.of()))
                    .flatMap(ids -> ids.subList(Math.max(0, ids.size() - 1), ids.size()).stream())
                    .toList();
            // A request may have so many that its text stays within what sidecars accept.
            List<String> owned = context.owned(name);
            for (int from = 0; from < owned.size(); from += DECLARED) {
                Declaration declaration = new Declaration(
                        claimed.digest(),
                        claimed.fence(),
                        name,
                        owned.subList(from, Math.min(owned.size(), from + DECLARED)),
                        FillSources.copies(context, name),
                        last);
                refused.look(() -> {
                    declare(context, declaration).ifPresent(why -> again.put(name, why));
                    return Optional.empty();
                });
            }
        }
        if (!again.isEmpty()) {
            return new StepOutcome.Back(StepAction.FILL, again.keySet(), Listed.clauses(again.values(), Waits.NAMED));
        }
        return refused.asOne().orElseGet(() -> declared(context));
    }

    private static StepOutcome declared(StepContext context) {
        return StepOutcome.done(context.filled().stream()
                .map(keyspace -> keyspace.keyspace() + ": "
                        + context.owned(keyspace.keyspace()).size() + " ranges")
                .collect(Collectors.joining(", ")));
    }

    /** Why the keyspace has to be transferred again; empty where it is declared. */
    private static Optional<String> declare(StepContext context, Declaration declaration) {
        try {
            PeerCalls.made(() -> context.destination()
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

    /** Takes the node into write survey, in the process that stands outside the ring. */
    static StepOutcome enterSurvey(StepContext context) {
        CassandraProcess running = context.askHost().cassandra();
        if (running == null) {
            return diedBeforeSurvey(context, context.record().calledAt() != null);
        }
        switch (running.phase()) {
            case SURVEY, NORMAL -> {
                return StepOutcome.done("the new node is " + running.phase() + ", started at " + running.startedAt());
            }
            case STARTING -> {
                return StepOutcome.running("the new node is " + running.mode());
            }
            case NOT_JOINED -> {
                Optional<StepOutcome> notYet =
                        StartSteps.notYet(context, context.planned().starts().get(0));
                if (notYet.isPresent()) {
                    return notYet.get();
                }
                // From 6.0 on the metadata of the cluster keeps it.
                if (!ReleaseVersion.parse(running.version()).isAtLeast(6, 0)) {
                    Optional<StepOutcome.Waiting> moving = PlannedRing.movingAnywhere(context, running);
                    if (moving.isPresent()) {
                        return moving.get();
                    }
                }
            }
            // On its way, which its sidecar tells from one that has failed.
            case OTHER -> {}
        }
        if (context.record().calledAt() == null) {
            Instant now = context.clock().instant();
            context.change().accept(step -> step.withCalledAt(now));
        }
        return told(
                context,
                claims -> claims.enterSurvey(context.plan().id(), context.claimed()),
                "nodetool join was called, for write survey",
                () -> diedBeforeSurvey(context, true));
    }

    // A node that was told to join may have saved its tokens. With join_ring=false it would then hibernate (4.0 to
    // 5.0),
    // or stay outside the ring (6.0).
    private static StepOutcome diedBeforeSurvey(StepContext context, boolean called) {
        SeenNewcomer seen = context.askAboutNewcomer();
        if (seen.pending()) {
            return dead(context);
        }
        // Up to 5.0 a replacement does not enter write survey on a call.
        if (!called || (context.dead().isPresent() && !isKeptByMetadata(context))) {
            return silent(context);
        }
        // The ring that it joins has to be the one that it was filled for.
        Optional<StepOutcome> notYet =
                StartSteps.notYet(context, context.planned().starts().get(0));
        if (notYet.isPresent()) {
            return notYet.get();
        }
        String again = "start it again " + optionsInSurvey(context);
        return StepOutcome.waiting(
                Cause.NODE_DOWN,
                "the new node's Cassandra does not answer",
                isKeptByMetadata(context) ? again : FORGOTTEN + again + TOO_EARLY + whereItHibernates());
    }

    /** The remedy for a node that was started outside the ring though it had begun to join, up to 5.0. */
    static String whereItHibernates() {
        return "; where Cassandra says that a node \"in hibernate status was detected\", cancel the plan, do what is left to"
                + " undo, and make a new one";
    }

    private static boolean isKeptByMetadata(StepContext context) {
        return context.plan().draft().cluster().epoch() != null;
    }

    /** @param died the outcome where Cassandra ends during the call; other failures are thrown */
    private static StepOutcome told(
            StepContext context, Consumer<ClaimsClient> call, String done, Supplier<StepOutcome> died) {
        try {
            PeerCalls.made(() -> call.accept(context.destination().client().claims()));
            return StepOutcome.running(done);
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CLAIM_SUPERSEDED || isRunning(context)) {
                throw e;
            }
            return died.get();
        }
    }

    // Asked anew: the answers of this attempt are from before.
    private static boolean isRunning(StepContext context) {
        return PeerCalls.translated(() -> context.destination().client().host()).cassandra() != null;
    }

    // Up to 5.0 Cassandra does not start a new node at an address that the others still know.
    private static StepOutcome silent(StepContext context) {
        boolean known = context.dead().isEmpty() && !isKeptByMetadata(context);
        return StepOutcome.waiting(
                Cause.NODE_DOWN,
                "the new node's Cassandra does not answer",
                known
                        ? FORGOTTEN + "start it again, as it was started" + TOO_EARLY
                        : "start it again, as it was started");
    }

    static StepOutcome join(StepContext context) {
        CassandraProcess running = context.askHost().cassandra();
        if (running == null) {
            return dead(context);
        }
        if (running.phase() == Phase.NORMAL) {
            return StepOutcome.done("the node is NORMAL");
        }
        Optional<StepOutcome> notYet = new Waits()
                .look(() -> Members.of(context, running).silent())
                .look(() -> Busy.withCompactions(context))
                .asOne();
        if (notYet.isPresent()) {
            return notYet.get();
        }
        return told(
                context,
                claims -> claims.join(context.plan().id(), context.claimed()),
                "nodetool join was called",
                () -> dead(context));
    }

    static StepOutcome awaitNormal(StepContext context) {
        CassandraProcess running = context.askHost().cassandra();
        if (running == null) {
            return hasJoined(context)
                    ? StepOutcome.waiting(
                            Cause.NODE_DOWN,
                            "the new node's Cassandra does not answer",
                            "start it again as any other node, without the options of the plan")
                    : silent(context);
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
        List<String> blind = context.askViews().complete().values().stream()
                .filter(seen -> !isMember(seen.view(), running))
                .map(seen -> seen.by().uri())
                .sorted()
                .toList();
        if (!blind.isEmpty()) {
            return StepOutcome.running("the new node is not yet UP and NORMAL as these see it: " + Listed.of(blind));
        }
        return StepOutcome.done("every node sees " + running.address() + " UP and NORMAL");
    }

    /** A node that dies while writes need it. */
    static StepOutcome dead(StepContext context) {
        SeenNewcomer seen = context.askAboutNewcomer();
        return StepOutcome.waiting(
                Cause.NODE_DOWN,
                "the new node's Cassandra, " + seen.address() + ", does not answer; "
                        + context.type().whileDownInSurvey(),
                "start it again " + optionsInSurvey(context) + "; or stop it, cancel the plan, and run "
                        + seen.removal(context.plan()) + " on a live node");
    }

    /** How a node that stood in write survey comes back there. */
    static String optionsInSurvey(StepContext context) {
        return "with the same options" + leftOutInSurvey(context);
    }

    // A replacement that was in write survey comes back with the option, too; one that has only begun does not.
    static String leftOutInSurvey(StepContext context) {
        boolean leftOut = context.dead().isEmpty() || context.step().action() == StepAction.ENTER_SURVEY;
        return leftOut && WrongStart.entersOnCall(context) ? ", but without " + StartOptions.OUTSIDE : "";
    }

    // A member that is started outside the ring, or in write survey, stays down for the others, or says so itself.
    private static boolean hasJoined(StepContext context) {
        return context.recordOf(StepAction.JOIN).filter(StepRecord::hasEnded).isPresent();
    }

    private static boolean isMember(Cluster view, CassandraProcess running) {
        return view.nodes().stream()
                .anyMatch(node -> node.hostId().equals(running.hostId())
                        && node.movement().equals("NORMAL")
                        && node.liveness().equals("UP"));
    }
}
