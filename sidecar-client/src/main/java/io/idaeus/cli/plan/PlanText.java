/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanCluster;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanList;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.cli.command.GlobalOptions;
import io.idaeus.cli.output.Paragraph;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import java.io.PrintStream;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints a plan as text: what speaks against it first, and how to approve it last. */
final class PlanText {

    private static final int WIDTH = 96;

    private final GlobalOptions global;
    private final PrintStream out;
    private final String again;

    PlanText(GlobalOptions global, PrintStream out) {
        this(global, out, global.again());
    }

    /** @param again the words that begin a command for the coordinator */
    PlanText(GlobalOptions global, PrintStream out, String again) {
        this.global = global;
        this.out = out;
        this.again = again;
    }

    /** Prints everything. */
    void show(Plan plan) {
        header(plan);
        now(plan);
        if (plan.state().isFinal()) {
            due(plan);
        }
        findings(plan.findings());
        contents(plan, true);
        PlanCourse course = new PlanCourse(plan, out);
        course.visibility();
        course.steps();
        course.estimate();
        if (!plan.state().isFinal()) {
            due(plan);
        }
        next(plan);
    }

    /** Prints what somebody who approves must have seen. */
    void summary(Plan plan) {
        header(plan);
        findings(plan.findings());
        if (refused(plan)) {
            next(plan);
            return;
        }
        contents(plan, false);
        PlanCourse course = new PlanCourse(plan, out);
        course.visibility();
        course.estimate();
        due(plan);
        out.println();
    }

    private void contents(Plan plan, boolean all) {
        if (plan.request().kind() == PlanKind.CLEANUP) {
            new CleanupContents(plan, out).print();
            return;
        }
        PlanContents contents = new PlanContents(plan, out);
        contents.shares();
        contents.destinations();
        schema(plan);
        if (all) {
            contents.keyspaces();
            contents.starts();
        }
    }

    private void schema(Plan plan) {
        List<SchemaStatement> statements = plan.schema();
        if (statements != null) {
            heading("MADE IN THE SCHEMA");
            statements.forEach(statement -> out.println("  " + Units.plain(oneLine(statement.statement()))));
        }
    }

    private static String oneLine(String statement) {
        return statement.replaceAll("\\s+", " ");
    }

    /** Prints what is left to do. */
    void due(Plan plan) {
        heading(plan.state().isFinal() ? "LEFT TO DO" : "TO DO AFTERWARDS");
        if (plan.due().isEmpty()) {
            out.println("  nothing");
        }
        for (PlanDue due : plan.due()) {
            text("  ", due.what());
            if (due.command() != null) {
                out.println("    " + Units.plain(due.command()));
            }
            text("    ", due.why());
        }
    }

    /** Prints how a plan ended. */
    void end(Plan plan) {
        problem(plan);
        due(plan);
    }

    /** Whether it waits for an approval that it cannot get. */
    private static boolean refused(Plan plan) {
        return plan.state() == PlanState.DRAFT && plan.refused();
    }

    static void list(PlanList list, PrintStream out) {
        Table table = Table.of("ID", "STATE", "WHAT", "STEP", "CREATED");
        list.plans()
                .forEach(plan -> table.row(
                        plan.id(),
                        refused(plan) ? "DRAFT, refused" : plan.state(),
                        PlanWords.title(plan),
                        PlanCourse.position(plan),
                        Units.instant(plan.createdAt())));
        table.print(out);
        if (list.unreadable() != null && !list.unreadable().isEmpty()) {
            out.printf("%nNot readable by this version of the sidecar: %s%n", String.join(", ", list.unreadable()));
        }
    }

    static void ranges(Plan plan, List<PlanRange> ranges, PrintStream out) {
        Map<String, String> addresses = new HashMap<>();
        plan.destinations().stream()
                .flatMap(destination -> destination.sources().stream())
                .forEach(source ->
                        addresses.put(source.node().hostId(), source.node().address()));
        Table table = Table.of("DESTINATION", "KEYSPACE", "RANGE", "SOURCES");
        ranges.stream()
                .sorted(Comparator.comparing(PlanRange::destination)
                        .thenComparing(PlanRange::keyspace)
                        .thenComparing(PlanText::left))
                .forEach(range -> table.row(
                        range.destination(),
                        range.keyspace(),
                        range.range(),
                        range.sources().stream()
                                .map(hostId -> addresses.getOrDefault(hostId, hostId))
                                .collect(Collectors.joining(", "))));
        table.print(out);
    }

    private static BigInteger left(PlanRange range) {
        return new BigInteger(range.range().substring(0, range.range().indexOf(':')));
    }

    private void header(Plan plan) {
        out.printf("PLAN %s  %s%n%n", plan.id(), headline(plan));
        line("What", PlanWords.title(plan));
        PlanNode dead = plan.dead();
        if (dead != null) {
            line(
                    "Dead node",
                    "%s (%s, %s), host id %s".formatted(dead.address(), dead.datacenter(), dead.rack(), dead.hostId()));
        }
        line("Way", PlanWords.way(plan.request()));
        line("Writes at", PlanWords.writes(plan.request()));
        line(
                "Limit",
                plan.request().maxRate() == null
                        ? null
                        : Units.rate(plan.request().maxRate()));
        line(
                "Accepted",
                plan.request().accept() == null
                        ? null
                        : String.join(", ", plan.request().accept()));
        line("Then accepted", acceptedLater(plan));
        line("Cluster", cluster(plan.cluster()));
        line("Cloned from", plan.source() == null ? null : cluster(plan.source()));
        line("Coordinator", plan.coordinator());
        line("Made", Units.instant(plan.createdAt()));
        line("Approved", plan.approvedAt() == null ? null : Units.instant(plan.approvedAt()));
        line("Ended", plan.finishedAt() == null ? null : Units.instant(plan.finishedAt()));
        line("Digest", plan.digest());
    }

    private static String cluster(PlanCluster cluster) {
        return cluster.name() + ", Cassandra " + cluster.cassandraVersion();
    }

    private static @Nullable String acceptedLater(Plan plan) {
        return plan.accepted() == null
                ? null
                : plan.accepted().stream()
                        .map(each -> each.code() + ", " + Units.instant(each.at())
                                + (each.by() == null ? "" : ", by " + each.by()))
                        .collect(Collectors.joining("; "));
    }

    private String headline(Plan plan) {
        return switch (plan.state()) {
            case DRAFT ->
                refused(plan)
                        ? global.ansi().string("@|bold,red REFUSED|@")
                        : "DRAFT: nothing moves before it is approved";
            case SUPERSEDED -> "SUPERSEDED: another sidecar has adopted it";
            case COMPLETED -> global.ansi().string("@|green COMPLETED|@");
            case FAILED -> global.ansi().string("@|bold,red FAILED|@");
            default -> plan.state() + ", step " + PlanCourse.position(plan);
        };
    }

    private void now(Plan plan) {
        problem(plan);
        List<PlanStep> active =
                plan.steps().stream().filter(PlanCourse::isActive).toList();
        if (plan.state() != PlanState.DRAFT && !plan.state().isFinal() && !active.isEmpty()) {
            heading("NOW");
            boolean places = plan.destinations().size() > 1;
            active.stream()
                    .flatMap(step -> PlanCourse.details(step, places).stream())
                    .forEach(out::println);
        }
    }

    private void problem(Plan plan) {
        if (plan.problem() != null) {
            heading("WHY IT ENDED");
            text("  ", plan.problem().title());
            text("  ", plan.problem().detail());
        }
    }

    private void findings(List<Finding> findings) {
        heading("FINDINGS");
        if (findings.isEmpty()) {
            out.println("  none");
        }
        findings.stream().filter(finding -> refuses(finding.severity())).forEach(this::finding);
        findings.stream().filter(finding -> !refuses(finding.severity())).forEach(this::finding);
    }

    private void finding(Finding finding) {
        out.printf("  %s %s: %s%n", finding.code(), effect(finding), Units.plain(finding.subject()));
        text("    ", finding.detail());
        if (!finding.remedy().isBlank()) {
            text("    ", remedy(finding.remedy()));
        }
    }

    private static String remedy(String remedy) {
        return remedy.startsWith("advice: ") ? "Advice" + remedy.substring("advice".length()) : "Remedy: " + remedy;
    }

    private static String effect(Finding finding) {
        return switch (finding.severity()) {
            case REFUSE -> "refuses the plan";
            case REFUSE_UNLESS_ACCEPTED -> "refuses the plan unless --accept " + finding.code();
            case EXCLUDE -> "excludes it";
            case NOTE -> "(note)";
        };
    }

    private void next(Plan plan) {
        out.println();
        if (refused(plan)) {
            out.println("This plan cannot be approved. Remove what refuses it, then plan again.");
        } else if (plan.state() == PlanState.DRAFT) {
            out.printf("Approve it:%n  %s plan approve %s \\%n    --digest %s%n", again, plan.id(), plan.digest());
        } else if (!plan.state().isFinal()) {
            out.printf("Follow it:%n  %s plan watch %s%n", again, plan.id());
        }
    }

    private void heading(String heading) {
        out.printf("%n%s%n", global.ansi().string("@|bold " + heading + "|@"));
    }

    private void line(String name, @Nullable String value) {
        if (value != null) {
            out.printf("  %-12s %s%n", name, Units.plain(value));
        }
    }

    private void text(String indent, String text) {
        Paragraph.lines(text, WIDTH - indent.length()).forEach(line -> out.println(indent + line));
    }

    private static boolean refuses(Severity severity) {
        return severity == Severity.REFUSE || severity == Severity.REFUSE_UNLESS_ACCEPTED;
    }
}
