/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.record.WrittenTo;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Waits until every node writes to a new node in write survey. */
final class AwaitSurvey {
    private static final Duration LATE = Duration.ofMinutes(5);

    private AwaitSurvey() {}

    /** Writes that a node acknowledged before it knew of the new one must have ended before the delta begins. */
    static StepOutcome run(StepContext context) {
        CassandraProcess running = context.askHost().cassandra();
        if (running == null) {
            return JoinSteps.dead(context);
        }
        if (running.phase() == Phase.NORMAL) {
            // Started without write survey: it is read already, and the delta comes at once.
            return JoinSteps.awaitNormal(context);
        }
        if (running.phase() != Phase.SURVEY) {
            return WrongStart.memberInSurvey(running)
                    .orElseGet(() ->
                            StepOutcome.running("the new node is " + running.mode() + ", on its way to write survey"));
        }
        Members members = Members.of(context, running);
        Optional<StepOutcome.Waiting> silent = members.silent();
        if (silent.isPresent()) {
            return silent.get();
        }
        String address = String.valueOf(running.address());
        PendingWrites pending = PendingWrites.of(context, members, address);
        if (!pending.areAsPlanned()) {
            // Writes in flight from such a node may lack the new one: the time counts anew.
            context.change().accept(step -> step.withWrittenTo(null));
            return IgnoredNewcomer.of(context, members, running)
                    .map(ignored -> meanwhile(context, pending, ignored))
                    .orElseGet(() -> late(context, pending.outcome()));
        }
        if (context.filled().isEmpty() && !context.askAboutNewcomer().pending()) {
            // Nothing was declared that the others could be asked about.
            return late(context, StepOutcome.running("nobody writes to " + address + " yet"));
        }
        Optional<StepOutcome> tooShort = SeenDown.tooShort(context);
        if (tooShort.isPresent()) {
            return tooShort.get();
        }
        long timeout = members.seen().values().stream()
                .mapToLong(seen -> seen.view().maxWriteTimeoutMillis())
                .max()
                .orElse(0);
        return awaitWritesInFlight(context, timeout, running);
    }

    // Gossip needs seconds.
    private static StepOutcome late(StepContext context, StepOutcome outcome) {
        Instant began = context.record().startedAt();
        boolean late =
                began != null && began.plus(LATE).isBefore(context.clock().instant());
        return late && outcome instanceof StepOutcome.Running running
                ? StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        running.detail(),
                        "see the new node's log: where it refused to join, stop it, cancel the plan, do what is left to"
                                + " undo, and make a new one; otherwise wait")
                : outcome;
    }

    // The time is used: the delta has less to bring then.
    private static StepOutcome meanwhile(StepContext context, PendingWrites pending, IgnoredNewcomer ignored) {
        if (pending.outcome() instanceof StepOutcome.Running running) {
            return StepOutcome.running(running.detail() + "; " + ignored.told() + ahead(context));
        }
        return pending.outcome();
    }

    // Other outcomes and problems also hold up the delta, which reports them.
    private static String ahead(StepContext context) {
        try {
            return TransferSteps.ahead(context).run() instanceof StepOutcome.Running moving
                    ? "; meanwhile what was written since the fill is brought over: " + moving.detail()
                    : "";
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CLAIM_SUPERSEDED) {
                throw e;
            }
            return "";
        }
    }

    /** Whether every node writes to this process since before the delta began. */
    static boolean isWrittenTo(StepContext context, CassandraProcess running) {
        return context.recordOf(StepAction.AWAIT_SURVEY)
                .map(StepRecord::writtenTo)
                .filter(written -> written.isOf(running))
                .isPresent();
    }

    private static StepOutcome awaitWritesInFlight(StepContext context, long timeout, CassandraProcess running) {
        Instant now = context.clock().instant();
        WrittenTo written = writtenTo(context, running, now);
        String found =
                "every node writes to the new one, started at " + written.process() + ", since " + written.since();
        boolean ended = written.since().plusMillis(timeout).isBefore(now);
        return ended
                ? StepOutcome.done(
                        found + "; the longest write timeout, " + timeout + " ms, has passed; Cassandra streamed "
                                + running.streamedBytes() + " bytes of what was not declared")
                : StepOutcome.running(found);
    }

    // Known since an earlier attempt, or from now on.
    private static WrittenTo writtenTo(StepContext context, CassandraProcess running, Instant now) {
        WrittenTo known = context.record().writtenTo();
        if (known != null && known.isOf(running)) {
            return known;
        }
        WrittenTo begun = new WrittenTo(running.startedAt(), now);
        context.change().accept(step -> step.withWrittenTo(begun));
        return begun;
    }
}
