/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanStep.State;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.cli.output.Units;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints a line when something changes, and one every ten seconds for what moves; for logs. */
final class PlanLines implements PlanView {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final PrintStream out;
    private final String again;
    private final PlanProgress progress = new PlanProgress();
    private final Map<Integer, String> said = new HashMap<>();
    private final Map<Integer, Instant> moved = new HashMap<>();
    private @Nullable PlanState state;

    PlanLines(PrintStream out, String again) {
        this.out = out;
        this.again = again;
    }

    @Override
    public void show(Plan plan) {
        progress.read(plan);
        boolean first = state == null;
        state(plan.state(), Units.instant(plan.createdAt()));
        if (first && plan.state() == PlanState.DRAFT) {
            out.printf("Nothing moves before it is approved: %s plan approve %s%n", again, plan.id());
        }
        plan.steps().stream().filter(step -> step.state() != State.PENDING).forEach(step -> {
            if (first && !PlanCourse.isActive(step)) {
                said.put(step.number(), key(step));
            } else {
                step(step, lastChange(step, plan), false);
            }
        });
    }

    @Override
    public void show(PlanEvent event) {
        progress.apply(event);
        state(event.state(), Units.instant(event.at()));
        if (event.step() != null) {
            step(event.step(), event.at(), true);
        }
    }

    @Override
    public void say(String text) {
        out.println(text);
    }

    private void state(PlanState now, String at) {
        if (now != state) {
            state = now;
            out.printf("%s %s %s: %s%n", at, now, progress.id(), progress.title());
        }
    }

    private void step(PlanStep step, Instant at, boolean moves) {
        String key = key(step);
        boolean changed = !key.equals(said.put(step.number(), key));
        boolean due = moves
                && step.progress() != null
                && !at.isBefore(moved.getOrDefault(step.number(), Instant.MIN).plus(INTERVAL));
        if (changed || due) {
            moved.put(step.number(), at);
            lines(step).forEach(line -> out.println(Units.instant(at) + " " + line));
        }
    }

    private static String key(PlanStep step) {
        PlanWait waiting = step.waiting();
        return step.state() + "|" + step.detail() + "|" + (waiting == null ? "" : waiting.cause() + waiting.detail());
    }

    private List<String> lines(PlanStep step) {
        String head = "%d of %d %s".formatted(step.number(), progress.steps().size(), step.kind());
        List<String> lines = new ArrayList<>();
        lines.add("%s %s: %s%s%s%s"
                .formatted(
                        head,
                        step.state().name().toLowerCase(Locale.ROOT),
                        Units.plain(step.title()),
                        progress.places() ? PlanCourse.place(step) : "",
                        step.detail() == null ? "" : "; " + Units.plain(step.detail()),
                        step.progress() == null || step.state() == State.PENDING
                                ? ""
                                : "; " + PlanCourse.progress(step.progress())));
        PlanWait waiting = step.waiting();
        if (waiting != null) {
            lines.add(head + " " + PlanCourse.waits(waiting));
            List<String> instructions = PlanCourse.instructions(step);
            instructions.forEach(each -> lines.add(head + "   do: " + Units.plain(each)));
            if (!PlanCourse.repeats(waiting, instructions)) {
                lines.add(head + " Remedy: " + Units.plain(waiting.remedy()));
            }
        }
        return lines;
    }

    private static Instant lastChange(PlanStep step, Plan plan) {
        return Stream.of(step.finishedAt(), step.startedAt())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(plan.createdAt());
    }
}
