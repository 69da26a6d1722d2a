/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanStep.State;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.cli.output.Paragraph;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints the course of a plan: steps, what clients see in each, and the time. */
final class PlanCourse {

    private static final int WIDTH = 96;
    private static final int CELL = 22;
    private static final int LONG_CELL = 64;
    private static final List<String> LEVELS =
            List.of("ONE", "LOCAL_ONE", "TWO", "THREE", "LOCAL_QUORUM", "QUORUM", "EACH_QUORUM", "ALL");

    private final Plan plan;
    private final PrintStream out;

    PlanCourse(Plan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
    }

    void visibility() {
        List<PlanVisibility> steps = plan.visibility();
        if (steps.isEmpty()) {
            return;
        }
        out.printf("%nWHAT CLIENTS SEE in the token ranges concerned%n");
        List<String> levels = levels(steps);
        Table table = Table.of(
                        Stream.concat(Stream.of("STEP", ""), levels.stream()).toArray(String[]::new))
                .indent(2)
                .fold(CELL);
        for (PlanVisibility step : steps) {
            List<String> name = Paragraph.lines(step.step(), CELL);
            table.row(cells(name.get(0), "reads", step.reads(), levels));
            table.row(cells(name.size() > 1 ? name.get(1) : "", "writes", step.writes(), levels));
            name.stream()
                    .skip(2)
                    .forEach(line -> table.row(
                            Stream.concat(Stream.of(line, ""), levels.stream().map(level -> ""))
                                    .toArray()));
        }
        table.print(out);
        steps.stream()
                .filter(step -> step.note() != null)
                .flatMap(step -> indented("  ", step.step() + ": " + step.note()).stream())
                .forEach(out::println);
    }

    void steps() {
        out.printf("%nSTEPS%n");
        boolean begun = plan.steps().stream().anyMatch(step -> step.state() != State.PENDING);
        boolean several = plan.destinations().size() > 1;
        Table table = Table.of(columns(begun, several, ">#", "STEP", "STATE", ">TOOK", "WHERE", "WHAT"))
                .indent(2)
                .fold(LONG_CELL);
        for (PlanStep step : plan.steps()) {
            table.row((Object[]) columns(
                    begun,
                    several,
                    String.valueOf(step.number()),
                    step.kind().name(),
                    step.state().name().toLowerCase(Locale.ROOT),
                    took(step),
                    step.destination() == null ? "" : step.destination(),
                    step.detail() == null ? step.title() : step.title() + ": " + step.detail()));
        }
        table.print(out);
    }

    /** Leaves out state and time before the plan has begun, and the place where there is only one. */
    private static String[] columns(boolean begun, boolean several, String... cells) {
        return IntStream.range(0, cells.length)
                .filter(column -> begun || (column != 2 && column != 3))
                .filter(column -> several || column != 4)
                .mapToObj(column -> cells[column])
                .toArray(String[]::new);
    }

    void estimate() {
        out.printf("%nTIME%n");
        if (plan.approvedAt() != null && plan.finishedAt() != null) {
            Duration took = Duration.between(plan.approvedAt(), plan.finishedAt());
            out.printf("  took %s%n", Units.duration(took.toSeconds()));
        }
        out.printf(
                "  estimated: %s to %s, and the time that operators take. It assumes:%n",
                Units.duration(plan.estimate().minSeconds()),
                Units.duration(plan.estimate().maxSeconds()));
        for (String assumption : plan.estimate().assumptions()) {
            indented("  - ", assumption).forEach(out::println);
        }
    }

    /** For instance {@code 5 of 11, OPERATOR waiting}. */
    static String position(Plan plan) {
        return position(plan.steps(), plan.state().isFinal());
    }

    static String position(Collection<PlanStep> steps) {
        return position(steps, false);
    }

    // No step runs once the plan has ended.
    private static String position(Collection<PlanStep> steps, boolean ended) {
        List<PlanStep> active = steps.stream().filter(PlanCourse::isActive).toList();
        long done = steps.stream().filter(PlanCourse::isOver).count();
        if (active.isEmpty()) {
            return "%d of %d".formatted(done, steps.size());
        }
        PlanStep shown = active.stream()
                .filter(step -> step.state() == State.WAITING)
                .findFirst()
                .orElse(active.get(0));
        String position = "%d of %d, %s".formatted(shown.number(), steps.size(), shown.kind());
        return ended ? position : position + " " + shown.state().name().toLowerCase(Locale.ROOT);
    }

    static boolean isActive(PlanStep step) {
        return step.state() == State.RUNNING || step.state() == State.WAITING || step.state() == State.FAILED;
    }

    static boolean isOver(PlanStep step) {
        return step.state() == State.DONE || step.state() == State.SKIPPED;
    }

    /**
     * The lines of a step: its activity or its wait, and the remedy.
     *
     * @param places whether to name its destination
     */
    static List<String> details(PlanStep step, boolean places) {
        List<String> lines = new ArrayList<>();
        lines.add("  %d %s  %s%s"
                .formatted(step.number(), step.kind(), Units.plain(step.title()), places ? place(step) : ""));
        if (step.detail() != null) {
            lines.addAll(indented("    ", step.detail()));
        }
        if (step.progress() != null) {
            lines.add("    " + progress(step.progress()));
        }
        PlanWait waiting = step.waiting();
        if (waiting != null) {
            lines.addAll(indented("    ", waits(waiting)));
            lines.add("    since " + Units.instant(waiting.since()));
        }
        List<String> instructions = instructions(step);
        IntStream.range(0, instructions.size())
                .forEach(index -> lines.add("      %d. %s".formatted(index + 1, Units.plain(instructions.get(index)))));
        if (waiting != null && !repeats(waiting, instructions)) {
            lines.addAll(indented("    ", "Remedy: " + waiting.remedy()));
        }
        return lines;
    }

    /** The instructions while the step waits for an operator, otherwise none: done twice, they would do harm. */
    static List<String> instructions(PlanStep step) {
        PlanWait waiting = step.waiting();
        boolean asked = waiting != null
                && (waiting.cause() == PlanWait.Cause.OPERATOR || waiting.cause() == PlanWait.Cause.WRONG_START);
        return asked && step.instructions() != null ? step.instructions() : List.of();
    }

    /** Whether the remedy is what the instructions say. */
    static boolean repeats(PlanWait waiting, List<String> instructions) {
        return waiting.cause() == PlanWait.Cause.OPERATOR && !instructions.isEmpty();
    }

    /** For instance {@code waiting for a node: 10.0.0.2 is down}. */
    static String waits(PlanWait waiting) {
        String cause =
                switch (waiting.cause()) {
                    case OPERATOR -> "an operator";
                    case WRONG_START -> "another start of Cassandra";
                    case NODE_DOWN -> "a node";
                    case CLUSTER_CHANGING -> "the cluster to settle";
                    case TRANSFER -> "a transfer";
                    case BUSY -> "Cassandra to be less busy";
                    case TOO_FEW_SOURCES -> "sources";
                    case REFUSED -> "what was refused";
                    case INTERNAL -> "a defect to be mended";
                };
        return "Waiting for %s: %s".formatted(cause, Units.plain(waiting.detail()));
    }

    static String progress(TransferProgress progress) {
        Long eta = progress.etaSeconds();
        return "%s of %s (%s), %s%s"
                .formatted(
                        Units.bytes(progress.bytesFetched()),
                        Units.bytes(progress.bytesTotal()),
                        Units.percent(progress.bytesFetched(), progress.bytesTotal()),
                        Units.rate(progress.bytesPerSecond()),
                        eta == null ? "" : ", " + Units.duration(eta) + " left");
    }

    static String place(PlanStep step) {
        return step.destination() == null ? "" : ", at " + Units.plain(step.destination());
    }

    private static String took(PlanStep step) {
        Instant started = step.startedAt();
        Instant finished = step.finishedAt();
        return started == null || finished == null
                ? ""
                : Units.duration(Duration.between(started, finished).toSeconds());
    }

    private static List<String> levels(List<PlanVisibility> steps) {
        Set<String> named = steps.stream()
                .flatMap(step -> Stream.of(step.reads(), step.writes()))
                .flatMap(cells -> cells.keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<String> levels = new ArrayList<>(LEVELS);
        levels.retainAll(named);
        named.stream().filter(level -> !levels.contains(level)).forEach(levels::add);
        return levels;
    }

    private static Object[] cells(String step, String what, Map<String, @Nullable String> cells, List<String> levels) {
        return Stream.concat(
                        Stream.of(step, what),
                        levels.stream().map(level -> String.valueOf(cells.getOrDefault(level, "-"))))
                .toArray();
    }

    private static List<String> indented(String indent, String text) {
        List<String> lines = Paragraph.lines(text, WIDTH - indent.length());
        return IntStream.range(0, lines.size())
                .mapToObj(index -> (index == 0 ? indent : " ".repeat(indent.length())) + lines.get(index))
                .toList();
    }
}
