/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.it.bench.measure.MarkedText;
import io.idaeus.it.bench.measure.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Recorded runs as Markdown: times, fits over sizes, ratios, and phases. */
final class MttrReport {
    private static final String FITTED_STRATEGY = "LCS";

    private final List<MttrRun> runs;

    MttrReport(List<MttrRun> runs) {
        this.runs = runs;
    }

    /** Replaces what stands between the two marks in a document. */
    void update(Path document, MarkedText marks) throws IOException {
        marks.replace(document, markdown());
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append(times());
        if (sizes().size() > 1) {
            text.append('\n').append(fits());
        }
        text.append('\n').append(ratios());
        text.append('\n').append(phases());
        runs.stream()
                .map(run -> run.machine() + "; ring_delay_ms " + run.ringDelayMillis())
                .distinct()
                .forEach(machine -> text.append('\n').append(machine).append(".\n"));
        return text.toString();
    }

    /** A line of the tables: a way up to the moment from which reads at QUORUM are right. */
    private enum Line {
        CASSANDRA("Cassandra", ReplaceWay.CASSANDRA),
        REPAIRED("Cassandra and repair", ReplaceWay.CASSANDRA),
        DIRECT("`direct`", ReplaceWay.DIRECT),
        SURVEY("`survey`", ReplaceWay.SURVEY),
        DIRECT_ONE("`direct`, one source", ReplaceWay.DIRECT_ONE),
        SURVEY_ONE("`survey`, one source", ReplaceWay.SURVEY_ONE);

        private final String title;
        private final ReplaceWay way;

        Line(String title, ReplaceWay way) {
            this.title = title;
            this.way = way;
        }

        double seconds(MttrRun run) {
            return this == REPAIRED ? Objects.requireNonNull(run.repairedSeconds()) : run.completeSeconds();
        }
    }

    private record DataShape(String strategy, double gib) {}

    private String times() {
        StringBuilder text = new StringBuilder("""
                | GiB | compaction | way | s: median (min–max) | NORMAL after s | of it since the last start | GiB moved | of it needed | rows missing | CPU s | compactions pending | runs |
                |---|---|---|---|---|---|---|---|---|---|---|---|
                """);
        for (DataShape set : sets()) {
            for (Line line : Line.values()) {
                List<MttrRun> of = of(set, line);
                if (!of.isEmpty()) {
                    text.append(row(set, line, of));
                }
            }
        }
        return text.toString();
    }

    private static String row(DataShape set, Line line, List<MttrRun> of) {
        Spread seconds = spread(of, line::seconds);
        return "| %s | %s | %s | %.1f (%.1f–%.1f) | %.1f | %s | %s | %s | %s | %s | %.0f | %d |%n"
                .formatted(
                        number(set.gib()),
                        set.strategy(),
                        line.title,
                        seconds.median(),
                        seconds.min(),
                        seconds.max(),
                        spread(of, MttrRun::normalSeconds).median(),
                        joinSeconds(of),
                        line.way == ReplaceWay.CASSANDRA ? "–" : gib(of, MttrRun::bytesMoved),
                        line.way == ReplaceWay.CASSANDRA ? "–" : gib(of, MttrRun::bytesNeeded),
                        line == Line.REPAIRED
                                ? "0"
                                : "%.0f of %,d"
                                        .formatted(
                                                spread(of, MttrRun::missing).median(),
                                                of.get(0).rows()),
                        line == Line.REPAIRED
                                ? "–"
                                : "%.0f"
                                        .formatted(
                                                spread(of, MttrRun::cpuSeconds).median()),
                        spread(of, MttrRun::pendingCompactions).median(),
                        of.size());
    }

    // Older runs do not have it.
    private static String joinSeconds(List<MttrRun> of) {
        List<Double> seconds =
                of.stream().map(MttrRun::joinSeconds).filter(Objects::nonNull).toList();
        return seconds.isEmpty() ? "–" : "%.1f".formatted(Spread.of(seconds).median());
    }

    private String fits() {
        StringBuilder text = new StringBuilder("""
                | way | a: s | b: s for each GiB | b beside Cassandra's |
                |---|---|---|---|
                """);
        Optional<Fit> cassandra = fit(Line.CASSANDRA);
        for (Line line : Line.values()) {
            fit(line)
                    .ifPresent(fit -> text.append("| %s | %.1f | %.2f | %s |%n"
                            .formatted(
                                    line.title,
                                    fit.a(),
                                    fit.b(),
                                    cassandra
                                            .map(other -> "%.2f".formatted(fit.b() / other.b()))
                                            .orElse("–"))));
        }
        return text.toString();
    }

    private String ratios() {
        StringBuilder text = new StringBuilder("""
                | GiB | compaction | `direct` beside Cassandra | `survey` beside Cassandra | `direct` beside Cassandra and repair | `survey` beside Cassandra and repair |
                |---|---|---|---|---|---|
                """);
        for (DataShape set : sets()) {
            text.append("| %s | %s | %s | %s | %s | %s |%n"
                    .formatted(
                            number(set.gib()),
                            set.strategy(),
                            ratio(set, Line.DIRECT, Line.CASSANDRA),
                            ratio(set, Line.SURVEY, Line.CASSANDRA),
                            ratio(set, Line.DIRECT, Line.REPAIRED),
                            ratio(set, Line.SURVEY, Line.REPAIRED)));
        }
        return text.toString();
    }

    /** Medians, of the sizes one after the other. */
    private String phases() {
        StringBuilder text = new StringBuilder("| way | phase | ");
        List<DataShape> sets = sets();
        sets.forEach(set -> text.append(set.strategy())
                .append(' ')
                .append(number(set.gib()))
                .append(" GiB: s | "));
        text.append("\n|---|---|").append("---|".repeat(sets.size())).append('\n');
        for (Line line : Line.values()) {
            for (String phase : phaseNames(line)) {
                text.append("| ").append(line.title).append(" | ").append(phase).append(" |");
                for (DataShape set : sets) {
                    text.append(' ')
                            .append(phaseSeconds(of(set, line), line, phase))
                            .append(" |");
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    private Set<String> phaseNames(Line line) {
        Set<String> names = new LinkedHashSet<>();
        runs.stream()
                .filter(run -> run.way() == line.way)
                .flatMap(run -> phases(run, line))
                .map(Phase::name)
                .forEach(names::add);
        return names;
    }

    private static String phaseSeconds(List<MttrRun> of, Line line, String name) {
        List<Double> seconds = of.stream()
                .flatMap(run -> phases(run, line))
                .filter(phase -> phase.name().equals(name))
                .map(Phase::seconds)
                .toList();
        return seconds.isEmpty() ? "–" : "%.1f".formatted(Spread.of(seconds).median());
    }

    private static Stream<Phase> phases(MttrRun run, Line line) {
        return line == Line.REPAIRED
                ? Stream.of(
                        new Phase("repair --full", Objects.requireNonNull(run.repairedSeconds()) - run.normalSeconds()))
                : run.phases().stream();
    }

    private List<DataShape> sets() {
        return runs.stream()
                .map(run -> new DataShape(run.strategy(), run.gib()))
                .distinct()
                .sorted(Comparator.comparing((DataShape set) -> !set.strategy().equals(FITTED_STRATEGY))
                        .thenComparing(DataShape::strategy)
                        .thenComparing(DataShape::gib))
                .toList();
    }

    private List<Double> sizes() {
        return fittedRuns().map(MttrRun::gib).distinct().toList();
    }

    private Stream<MttrRun> fittedRuns() {
        return runs.stream().filter(run -> run.fitted() && run.strategy().equals(FITTED_STRATEGY));
    }

    private Optional<Fit> fit(Line line) {
        List<Fit.Point> points = fittedRuns()
                .filter(run -> run.way() == line.way)
                .map(run -> new Fit.Point(run.gib(), line.seconds(run)))
                .toList();
        return points.stream().map(Fit.Point::gib).distinct().count() > 1
                ? Optional.of(Fit.of(points))
                : Optional.empty();
    }

    private List<MttrRun> of(DataShape set, Line line) {
        List<MttrRun> found = new ArrayList<>();
        runs.stream()
                .filter(run -> run.strategy().equals(set.strategy()) && run.gib() == set.gib() && run.way() == line.way)
                .forEach(found::add);
        return found;
    }

    private String ratio(DataShape set, Line line, Line other) {
        List<MttrRun> ours = of(set, line);
        List<MttrRun> others = of(set, other);
        return ours.isEmpty() || others.isEmpty()
                ? "–"
                : "%.2f"
                        .formatted(spread(ours, line::seconds).median()
                                / spread(others, other::seconds).median());
    }

    private static Spread spread(List<MttrRun> of, ToDoubleFunction<MttrRun> value) {
        return Spread.of(of.stream().map(value::applyAsDouble).toList());
    }

    private static String gib(List<MttrRun> of, ToDoubleFunction<MttrRun> bytes) {
        return "%.2f".formatted(spread(of, bytes).median() / (1L << 30));
    }

    private static String number(double gib) {
        return gib == Math.rint(gib) ? Long.toString((long) gib) : Double.toString(gib);
    }
}
