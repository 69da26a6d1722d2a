/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.cli.command.GlobalOptions;
import io.idaeus.cli.output.Units;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One screen of a running plan, drawn again with each event; for terminals. */
final class PlanScreen implements PlanView {

    private static final int ACTIVE_SHOWN = 6;
    private static final int PENDING_SHOWN = 5;
    private static final int BAR = 40;
    private static final String HOME = "\u001b[H";
    private static final String CLEAR = "\u001b[2J";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final GlobalOptions global;
    private final PrintStream out;
    private final PlanProgress progress = new PlanProgress();
    private @Nullable String message;
    private boolean drawn;

    PlanScreen(GlobalOptions global) {
        this.global = global;
        this.out = global.shell().err();
    }

    @Override
    public void show(Plan plan) {
        progress.read(plan);
        draw();
    }

    @Override
    public void show(PlanEvent event) {
        progress.apply(event);
        message = null;
        draw();
    }

    @Override
    public void say(String text) {
        message = text;
        draw();
    }

    private void draw() {
        StringBuilder screen = new StringBuilder(drawn ? HOME : CLEAR + HOME);
        drawn = true;
        lines().forEach(line -> screen.append(line).append(CLEAR_LINE).append(System.lineSeparator()));
        out.print(screen.append(CLEAR_BELOW));
        out.flush();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(global.ansi().string("@|bold PLAN " + progress.id() + "|@") + "  " + state());
        lines.add(progress.title());
        List<PlanStep> active = progress.active();
        if (progress.state() == PlanState.DRAFT) {
            lines.add("");
            lines.add(
                    "Nothing moves before it is approved: %s plan approve %s".formatted(global.again(), progress.id()));
        }
        for (PlanStep step : active.subList(0, Math.min(ACTIVE_SHOWN, active.size()))) {
            lines.add("");
            lines.addAll(PlanCourse.details(step, progress.places()));
            if (step.progress() != null) {
                lines.add("    " + bar(step.progress()));
            }
        }
        if (active.size() > 1) {
            lines.add("");
            total(active, lines);
        }
        next(lines);
        lines.add("");
        lines.add(Objects.requireNonNullElse(message, "Ctrl-C ends this view, not the plan."));
        return lines;
    }

    private String state() {
        if (progress.state().isFinal()) {
            return progress.state().name();
        }
        String state = progress.state() + ", step " + PlanCourse.position(progress.steps());
        boolean waits = progress.active().stream().anyMatch(step -> step.waiting() != null);
        return waits ? global.ansi().string("@|bold,yellow " + state + "|@") : state;
    }

    private static void total(List<PlanStep> active, List<String> lines) {
        List<TransferProgress> moving =
                active.stream().map(PlanStep::progress).filter(Objects::nonNull).toList();
        if (active.size() > ACTIVE_SHOWN) {
            lines.add("  and %d more steps".formatted(active.size() - ACTIVE_SHOWN));
        }
        lines.add("  All together: %s of %s, %s"
                .formatted(
                        Units.bytes(moving.stream()
                                .mapToLong(TransferProgress::bytesFetched)
                                .sum()),
                        Units.bytes(moving.stream()
                                .mapToLong(TransferProgress::bytesTotal)
                                .sum()),
                        Units.rate(moving.stream()
                                .mapToLong(TransferProgress::bytesPerSecond)
                                .sum())));
    }

    private void next(List<String> lines) {
        List<PlanStep> pending = progress.pending();
        if (pending.isEmpty() || progress.state().isFinal()) {
            return;
        }
        lines.add("");
        lines.add("Next");
        pending.stream()
                .limit(PENDING_SHOWN)
                .map(step -> "  %d %s  %s%s"
                        .formatted(
                                step.number(),
                                step.kind(),
                                Units.plain(step.title()),
                                progress.places() ? PlanCourse.place(step) : ""))
                .forEach(lines::add);
        if (pending.size() > PENDING_SHOWN) {
            lines.add("  and %d more".formatted(pending.size() - PENDING_SHOWN));
        }
    }

    private static String bar(TransferProgress progress) {
        int filled = progress.bytesTotal() <= 0
                ? 0
                : (int) Math.min(BAR, (double) progress.bytesFetched() / progress.bytesTotal() * BAR);
        return "[%s%s]".formatted("=".repeat(filled), " ".repeat(BAR - filled));
    }
}
