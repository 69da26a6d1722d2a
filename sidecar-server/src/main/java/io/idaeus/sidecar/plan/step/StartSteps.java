/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.claim.ClaimedRestart;
import io.idaeus.api.claim.ClaimedStep;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.SeenNewcomer;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Steps in which an operator, or {@code cassandra.lifecycle}, starts Cassandra. Notices by itself that it was done. */
final class StartSteps {
    private static final Duration START_BOUND = Duration.ofMinutes(5);

    /** Cassandra opens JMX in the first seconds of a start. */
    private static final Duration JMX_BOUND = Duration.ofSeconds(60);

    private StartSteps() {}

    /** Waits until Cassandra runs with the options of the step, and stands where they lead to. */
    static StepOutcome started(StepContext context, Phase wanted) {
        PlanStart start = start(context.plan().draft(), context.step());
        Host host = context.askHost();
        CassandraProcess running = host.cassandra();
        if (running == null) {
            if (context.record().silentSince() == null) {
                Instant now = context.clock().instant();
                context.change().accept(step -> step.withSilentSince(now));
            }
            return notRunning(context, host, wanted, start);
        }
        if (wanted == Phase.SURVEY && hasReplaced(context, running)) {
            return StepOutcome.done("Cassandra was started without write survey, and has joined: reads at ONE that it"
                    + " answers can miss rows until the end of DELTA");
        }
        List<String> wrong = wrong(running, start);
        if (wrong.isEmpty()) {
            return startedAsPlanned(context, running, wanted, start);
        }
        if (isFromLaterStart(running, wanted)) {
            return StepOutcome.done("the node is past this start: " + running.phase());
        }
        if (running.phase() == Phase.NOT_JOINED && context.record().silentSince() != null) {
            // The others hear of it again.
            context.change().accept(step -> step.withSilentSince(null));
        }
        if (wanted != Phase.NORMAL && WrongStart.joins(running)) {
            return WrongStart.outcome(context, running);
        }
        if (wanted == Phase.SURVEY && running.phase() == Phase.NOT_JOINED) {
            Optional<StepOutcome> notYet = notYet(context, start);
            if (notYet.isPresent()) {
                return notYet.get();
            }
        }
        StepOutcome next =
                host.lifecycle() ? restart(context, start, START_BOUND) : ask(context, String.join("; ", wrong));
        return next instanceof StepOutcome.Waiting waiting
                ? new Waits()
                        .and(waiting)
                        .and(misplaced(context, running, wanted, start))
                        .asOne()
                        .orElse(next)
                : next;
    }

    private static StepOutcome notRunning(StepContext context, Host host, Phase wanted, PlanStart start) {
        if (isLost(context)) {
            return JoinSteps.dead(context);
        }
        Optional<StepOutcome> notYet = wanted == Phase.SURVEY ? notYet(context, start) : Optional.empty();
        if (notYet.isPresent()) {
            return notYet.get();
        }
        return host.lifecycle() ? restart(context, start, JMX_BOUND) : ask(context, "its Cassandra does not answer");
    }

    // The plan may have waited for the operator for long. Cassandra ends by itself while another node joins, leaves or
    // moves; afterwards the others refuse to change the ring.
    static Optional<StepOutcome> notYet(StepContext context, PlanStart start) {
        Optional<StepOutcome> changed = PlannedRing.changed(context).map(StepOutcome.class::cast);
        return changed.isPresent() ? changed : SeenDown.tooShort(context, start);
    }

    // It runs with the options of the start. Done once it stands where they lead to.
    private static StepOutcome startedAsPlanned(
            StepContext context, CassandraProcess running, Phase wanted, PlanStart start) {
        Optional<StepOutcome> misplaced =
                new Waits().and(misplaced(context, running, wanted, start)).asOne();
        if (misplaced.isPresent()) {
            return misplaced.get();
        }
        if (wanted == Phase.NOT_JOINED && running.phase() == wanted && running.numTokens() == null) {
            return StepOutcome.running("Cassandra is outside the ring; its CQL port does not answer the sidecar yet");
        }
        if (wanted == Phase.NOT_JOINED && running.phase() == wanted) {
            List<String> unknown = unknown(context);
            if (!unknown.isEmpty()) {
                return StepOutcome.running(
                        "Cassandra is outside the ring, and has not heard of the schema yet: " + Listed.of(unknown));
            }
        }
        if (running.phase() == wanted || isFromLaterStart(running, wanted)) {
            return StepOutcome.done("Cassandra " + running.version() + " runs as " + running.mode() + ", started at "
                    + running.startedAt());
        }
        return WrongStart.memberInSurvey(running)
                .orElseGet(() -> StepOutcome.running("Cassandra is " + running.mode() + ", on its way to " + wanted));
    }

    // Keyspaces to fill. The others send the schema some seconds after the start.
    private static List<String> unknown(StepContext context) {
        Set<String> here = keyspaces(context, context.destination());
        Set<String> elsewhere = keyspaces(context, context.directory().self());
        return context.filled().stream()
                .map(PlanKeyspace::keyspace)
                .filter(keyspace -> elsewhere.contains(keyspace) && !here.contains(keyspace))
                .toList();
    }

    private static Set<String> keyspaces(StepContext context, KnownSidecar sidecar) {
        return context.askKeyspaces(sidecar).stream().map(KeyspaceInfo::name).collect(Collectors.toSet());
    }

    // Writes need a node that is pending. Before, one that does not answer is one that was not started yet.
    private static boolean isLost(StepContext context) {
        if (context.step().action() != StepAction.START_IN_SURVEY) {
            return false;
        }
        SeenNewcomer seen = context.askAboutNewcomer();
        return seen.pending() && !seen.up();
    }

    private static boolean hasReplaced(StepContext context, CassandraProcess running) {
        return running.phase() == Phase.NORMAL && context.replaces(running);
    }

    // The start in survey was made while the plan waited for the one outside the ring.
    private static boolean isFromLaterStart(CassandraProcess running, Phase wanted) {
        return wanted == Phase.NOT_JOINED && running.phase() == Phase.SURVEY;
    }

    private static List<String> wrong(CassandraProcess running, PlanStart start) {
        List<String> wrong = new ArrayList<>();
        start.jvmOptions().stream()
                .filter(option -> !running.options().contains(option))
                .forEach(option -> wrong.add(option + " is missing"));
        start.removed().stream()
                .filter(option -> running.options().contains(option))
                .forEach(option -> wrong.add(option + " is still there"));
        return wrong;
    }

    private static List<StepOutcome.Waiting> misplaced(
            StepContext context, CassandraProcess running, Phase wanted, PlanStart start) {
        String remedy = wanted == Phase.NOT_JOINED
                ? "stop it, empty its data directories, correct its configuration, and start it again"
                : "correct its configuration, stop it, and start it again with the same options";
        return misplaced(context, running, start).stream()
                .map(found -> StepOutcome.waiting(Cause.WRONG_START, found, remedy))
                .toList();
    }

    private static List<String> misplaced(StepContext context, CassandraProcess running, PlanStart start) {
        PlanDestination planned = context.planned();
        List<String> found = new ArrayList<>();
        ReleaseVersion cluster =
                ReleaseVersion.parse(context.plan().draft().cluster().cassandraVersion());
        if (!ReleaseVersion.parse(running.version()).hasMajorOf(cluster)) {
            found.add("the node runs Cassandra " + running.version() + " (expected: " + cluster + ")");
        }
        if (!running.datacenter().equals(planned.datacenter())
                || !running.rack().equals(planned.rack())) {
            found.add("the node is in data centre " + running.datacenter() + ", rack " + running.rack() + " (expected: "
                    + planned.datacenter() + ", " + planned.rack() + ")");
        }
        if (running.address() != null && running.seeds().contains(running.address())) {
            found.add("the node is among its own seeds " + running.seeds());
        }
        Integer tokens = numTokens(start);
        if (tokens != null && running.numTokens() != null && !tokens.equals(running.numTokens())) {
            found.add("num_tokens is " + running.numTokens() + " (expected: " + tokens + ")");
        }
        return found;
    }

    // Plans of earlier builds have it in a line for cassandra.yaml alone. Kept for one release.
    private static @Nullable Integer numTokens(PlanStart start) {
        String line = "num_tokens: ";
        return start.numTokens() != null
                ? start.numTokens()
                : start.yaml().stream()
                        .filter(each -> each.startsWith(line))
                        .map(each -> Integer.valueOf(each.substring(line.length())))
                        .findFirst()
                        .orElse(null);
    }

    private static StepOutcome ask(StepContext context, String found) {
        return StepOutcome.waiting(
                Cause.OPERATOR,
                found,
                String.join("; ", instructions(context.plan().draft(), context.step())));
    }

    /** @param patience with a start before; the operator is asked then */
    private static StepOutcome restart(StepContext context, PlanStart start, Duration patience) {
        Instant now = context.clock().instant();
        Instant before = context.record().restartedAt();
        if (before != null && before.plus(patience).isAfter(now)) {
            return StepOutcome.running(
                    "cassandra.lifecycle started Cassandra at " + before.truncatedTo(ChronoUnit.SECONDS));
        }
        if (before != null) {
            return ask(
                    context,
                    "cassandra.lifecycle started Cassandra at " + before.truncatedTo(ChronoUnit.SECONDS)
                            + (patience.equals(JMX_BOUND)
                                    ? ", and it does not answer: it may have ended again, see its log"
                                    : ", and it does not answer as planned")
                            + "; remove the cause, then run idaeus plan resume, or start it as below");
        }
        context.change().accept(step -> step.withRestartedAt(now));
        ClaimedStep claimed = context.claimed();
        PeerCalls.translated(() -> {
            context.destination()
                    .client()
                    .claims()
                    .restart(
                            context.plan().id(),
                            new ClaimedRestart(claimed.digest(), claimed.fence(), start.jvmOptions()));
            return true;
        });
        return StepOutcome.running("cassandra.lifecycle has started Cassandra " + start.name());
    }

    static List<String> instructions(Draft draft, PlannedStep step) {
        if (step.start() == null) {
            return List.of();
        }
        PlanStart start = start(draft, step);
        List<String> lines = new ArrayList<>();
        if (step.start() == 0) {
            start.yaml()
                    .forEach(line -> lines.add(
                            line.startsWith("#")
                                    ? "Check: " + line.substring(1).strip()
                                    : "Set in cassandra.yaml: " + line));
        } else {
            lines.add("Stop Cassandra: nodetool drain, then stop the process");
        }
        if (!start.removed().isEmpty()) {
            lines.add("Take out: " + String.join(" ", start.removed()));
        }
        lines.add(
                start.jvmOptions().isEmpty()
                        ? "Start Cassandra as always"
                        : "Start Cassandra with " + String.join(" ", start.jvmOptions()));
        if (step.action() == StepAction.START_IN_SURVEY) {
            lines.add("Stay until JOIN: from this start until then, writes at QUORUM need this node");
        }
        return List.copyOf(lines);
    }

    private static PlanStart start(Draft draft, PlannedStep step) {
        int index = Objects.requireNonNull(step.start(), "start");
        return draft.destinations().stream()
                .filter(each -> each.sidecar().equals(step.destination()))
                .findFirst()
                .orElseThrow()
                .starts()
                .get(index);
    }
}
