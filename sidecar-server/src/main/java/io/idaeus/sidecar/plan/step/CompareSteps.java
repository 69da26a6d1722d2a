/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.ComparisonWait;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.kind.CloneComparison;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.way.StepAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The step that compares what a plan has cloned with the cluster that it is from. */
final class CompareSteps {
    private static final Duration RETRY = Duration.ofMinutes(2);

    private CompareSteps() {}

    /** One comparison, which counts; another one where it has failed, after a while, or was deleted. */
    static StepOutcome take(StepContext context) {
        Optional<Comparison> known =
                Optional.ofNullable(context.record().comparison()).flatMap(context.comparisons()::find);
        if (known.isPresent() && !isToRepeat(known.get(), context.clock().instant())) {
            return followed(context, known.get());
        }
        Instant began = context.record().startedAt();
        if (began == null || !context.isWanted()) {
            return StepOutcome.running("the comparison has not begun");
        }
        known.map(Comparison::id).ifPresent(context.comparisons()::delete);
        return followed(context, begin(context, began));
    }

    private static boolean isToRepeat(Comparison comparison, Instant now) {
        Instant ended = comparison.finishedAt();
        return comparison.state() == ComparisonState.FAILED && ended != null && !now.isBefore(ended.plus(RETRY));
    }

    private static Comparison begin(StepContext context, Instant began) {
        Comparison begun = context.comparisons()
                .begin(
                        CloneComparison.request(context.plan().draft(), oldestSnapshot(context)),
                        began,
                        context.plan().requestedBy(),
                        () -> !context.isWanted());
        AtomicBoolean stored = new AtomicBoolean();
        context.change().accept(step -> {
            stored.set(true);
            return step.withComparison(begun.id());
        });
        if (!stored.get()) {
            // The plan was cancelled, or has another coordinator: nobody else knows of this comparison.
            context.comparisons().cancel(begun.id());
        }
        return begun;
    }

    private static StepOutcome followed(StepContext context, Comparison comparison) {
        if (comparison.state() == ComparisonState.PAUSED && context.isWanted()) {
            // An operator pauses the plan, not its comparison.
            context.comparisons().resume(comparison.id());
        }
        return outcome(context, comparison);
    }

    private static @Nullable Instant oldestSnapshot(StepContext context) {
        return IntStream.range(0, context.plan().steps().size())
                .filter(index -> context.plan().draft().steps().get(index).action() == StepAction.FILL)
                .mapToObj(index -> context.plan().steps().get(index).oldestSnapshot())
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
    }

    private static StepOutcome outcome(StepContext context, Comparison comparison) {
        String name = "comparison " + comparison.id();
        return switch (comparison.state()) {
            case QUEUED, RUNNING, PAUSED -> underWay(name, comparison);
            case FAILED ->
                StepOutcome.waiting(
                        Cause.REFUSED,
                        name + " failed: " + comparison.error(),
                        "remove the reason: another comparison begins after " + RETRY.toMinutes()
                                + " minutes; or cancel the plan, whose tables are complete");
            case CANCELLED ->
                new StepOutcome.Done(
                        name + " was cancelled",
                        List.of(CloneComparison.due(
                                context.plan().draft().request(), context.plan().coordinator())));
            case COMPLETED -> compared(context, name, comparison);
        };
    }

    private static StepOutcome underWay(String name, Comparison comparison) {
        ComparisonWait waiting = comparison.waiting();
        return waiting == null
                ? StepOutcome.running(
                        "%s: %.0f %% of the work is done".formatted(name, 100 * Math.min(comparison.share(), 1)))
                : StepOutcome.waiting(Cause.NODE_DOWN, name + " waits: " + waiting.detail(), waiting.remedy());
    }

    private static StepOutcome compared(StepContext context, String name, Comparison comparison) {
        String asOf = comparison.request().asOf();
        String judged = asOf == null ? "" : ", as of " + asOf;
        ComparisonResult result = Objects.requireNonNull(comparison.result(), "the result of a completed comparison");
        return switch (result) {
            case SAME ->
                StepOutcome.done("%s: all rows are the same%s (%d here, %d there)"
                        .formatted(name, judged, comparison.rowsHere(), comparison.rowsThere()));
            case DIFFERENT ->
                new StepOutcome.Done(
                        name + ": rows differ" + judged,
                        List.of(look(
                                context,
                                comparison,
                                "Look at the rows that differ",
                                "the clone is not what it was made from")));
            case INCOMPLETE ->
                new StepOutcome.Done(
                        "%s: some rows could not be compared; of the others (%d here, %d there) none differs%s"
                                .formatted(name, comparison.rowsHere(), comparison.rowsThere(), judged),
                        List.of(look(
                                context,
                                comparison,
                                "Look at what could not be compared",
                                "there may be differences in it")));
        };
    }

    private static PlanDue look(StepContext context, Comparison comparison, String what, String why) {
        return new PlanDue(
                what, "idaeus --url " + context.plan().coordinator() + " compare show " + comparison.id(), why);
    }
}
